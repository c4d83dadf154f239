package io.tracemill.cli.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** A fault in the shop that starts at {@code start} and lasts {@link #LENGTH}. */
record Fault(Kind kind, Instant start) {
  static final Duration LENGTH = Duration.ofMinutes(2);

  /** The kinds of fault, each with the service it hits. */
  enum Kind {
    /** A cache has lost all its entries and cannot be filled. */
    CACHE("catalog", "the caches of catalog miss: its calls go to the database"),
    /** The service takes longer for every request. */
    SLOW("shipping", "shipping takes 30 ms longer"),
    /** A slower version runs on half of the service's machines. */
    CANARY("recommendation", "half of recommendation runs v2, which takes 30 ms longer"),
    /** The service fails a share of all its calls. */
    ERRORS("inventory", "inventory fails one call in five");

    private final String service;
    private final String text;

    Kind(String service, String text) {
      this.service = service;
      this.text = text;
    }

    /** The service that is the culprit. */
    String service() {
      return service;
    }
  }

  /** The kinds that affect a request that starts at {@code nanos}, nanoseconds since the epoch. */
  static Set<Kind> at(List<Fault> faults, long nanos) {
    Set<Kind> kinds = EnumSet.noneOf(Kind.class);
    for (Fault fault : faults) {
      if (ShopTraffic.nanosOf(fault.start) <= nanos && nanos < ShopTraffic.nanosOf(fault.end())) {
        kinds.add(fault.kind);
      }
    }
    return kinds;
  }

  /** The first moment at which new requests are no longer affected. */
  Instant end() {
    return start.plus(LENGTH);
  }

  /** The service that is the culprit. */
  String culprit() {
    return kind.service;
  }

  /** The description for users. */
  String text() {
    return kind.text;
  }
}
