package io.tracemill.cli.demo;

import java.time.Duration;
import java.time.Instant;

/** What can go wrong in the shop; each lasts for two minutes. */
enum Mishap {
  CACHE(
      "the caches of catalog miss, so that its calls go to the database",
      "catalog",
      new Change.CacheMisses("catalog")),
  SLOW(
      "shipping takes 30 ms longer",
      "shipping",
      new Change.Slower("shipping", Mishap.by30Millis())),
  CANARY(
      "half of recommendation runs version v2, which takes 30 ms longer",
      "recommendation",
      new Change.Release("recommendation", "v2", Mishap.by30Millis())),
  ERRORS("inventory fails one call in five", "inventory", new Change.Failing("inventory", 0.2));

  static final Duration LENGTH = Duration.ofMinutes(2);

  private final String text;
  private final String culprit;

  @SuppressWarnings("ImmutableEnumChecker") // changes are records
  private final Change change;

  Mishap(String text, String culprit, Change change) {
    this.text = text;
    this.culprit = culprit;
    this.change = change;
  }

  private static Latency by30Millis() {
    return new Latency(30, 0.2);
  }

  Fault from(Instant start) {
    return new Fault(text, culprit, start, start.plus(LENGTH), change);
  }
}
