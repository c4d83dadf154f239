package io.tracemill.cli.demo;

import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * How the site is at some time.
 *
 * @param changes all that is other than usual
 */
record Conditions(List<Change> changes) {
  static final Conditions USUAL = new Conditions(List.of());

  Conditions {
    changes = List.copyOf(changes);
  }

  /** The same with one change more. */
  Conditions and(Change change) {
    return new Conditions(Stream.concat(changes.stream(), Stream.of(change)).toList());
  }

  /** How often a cache of the service has the answer, 0 to 1. */
  double hits(String service, double usual) {
    double hits = usual;
    for (Change change : changes) {
      hits = change.hits(service, hits);
    }
    return hits;
  }

  /** How often an operation of the service gives up after its first step, 0 to 1. */
  double failures(String service, double usual) {
    double failures = usual;
    for (Change change : changes) {
      failures = change.failures(service, failures);
    }
    return failures;
  }

  /** The machine that does the work of {@code host}, which new versions come to first. */
  Host deployed(Host host) {
    Host deployed = host;
    for (Change change : changes) {
      deployed = change.deployed(deployed);
    }
    return deployed;
  }

  /** How much longer than usual the machine takes for a request. Draws nothing where it doesn't. */
  long delayNanos(Host host, RandomGenerator random) {
    long nanos = 0;
    for (Change change : changes) {
      Optional<Latency> delay = change.delay(host);
      if (delay.isPresent()) {
        nanos += delay.get().sampleNanos(random);
      }
    }
    return nanos;
  }
}
