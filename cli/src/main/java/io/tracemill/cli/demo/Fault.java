package io.tracemill.cli.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Something that goes wrong in the shop, from {@code start} on for {@link #LENGTH}. */
record Fault(Kind kind, Instant start) {
  static final Duration LENGTH = Duration.ofMinutes(2);

  /** What goes wrong, and with which service. */
  enum Kind {
    /** A cache has lost everything and cannot be filled. */
    CACHE("catalog", "the caches of catalog miss: its calls go to the database"),
    /** The service takes longer for whatever it is asked. */
    SLOW("shipping", "shipping takes 30 ms longer"),
    /** A version that takes longer runs on half of the machines of the service. */
    CANARY("recommendation", "half of recommendation runs v2, which takes 30 ms longer"),
    /** The service fails a share of its calls, whatever it is asked. */
    ERRORS("inventory", "inventory fails one call in five");

    private final String service;
    private final String text;

    Kind(String service, String text) {
      this.service = service;
      this.text = text;
    }

    /** The service to look at. */
    String service() {
      return service;
    }
  }

  /** The kinds that touch requests which start then, in nanoseconds since the epoch. */
  static Set<Kind> at(List<Fault> faults, long nanos) {
    Set<Kind> kinds = EnumSet.noneOf(Kind.class);
    for (Fault fault : faults) {
      if (ShopTraffic.nanosOf(fault.start) <= nanos && nanos < ShopTraffic.nanosOf(fault.end())) {
        kinds.add(fault.kind);
      }
    }
    return kinds;
  }

  /** When the first request starts that it does not touch any more. */
  Instant end() {
    return start.plus(LENGTH);
  }

  /** The service to look at. */
  String culprit() {
    return kind.service;
  }

  /** What a person is told. */
  String text() {
    return kind.text;
  }
}
