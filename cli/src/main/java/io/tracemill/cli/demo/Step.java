package io.tracemill.cli.demo;

import java.util.List;

/** A step of an {@link Operation}, whose steps run one after another. */
sealed interface Step {
  /**
   * An operation of a service: the steps that a call of it runs.
   *
   * @param name of its span; each {@code {id}} becomes a number from the request
   * @param failureShare the probability, 0 to 1, that it fails after its first step; it also fails
   *     when one of its own calls fails
   */
  record Operation(String service, String name, double failureShare, List<Step> steps) {
    public Operation {
      steps = List.copyOf(steps);
    }

    /** The same operation with this probability of failure. */
    Operation failing(double share) {
      return new Operation(service, name, share, steps);
    }
  }

  /** The operation's own time. */
  record Work(Latency time) implements Step {}

  /** A call of a system that sends no spans itself: a cache, a database, a search engine. */
  record Query(String name, Latency time) implements Step {}

  /**
   * A call of another service: a CLIENT span here and a SERVER span there.
   *
   * @param network the latency in each direction
   * @param attempts the number of tries before the caller gives up; each try has its own span
   */
  record Call(Operation callee, Latency network, int attempts) implements Step {}

  /** Calls that start together; the step ends with the last call. */
  record Parallel(List<Call> calls) implements Step {}

  /**
   * A cache lookup: a miss calls the source and fills the cache.
   *
   * @param hits the probability of a hit, 0 to 1
   */
  record Cached(double hits, Query get, Query source, Query set) implements Step {}

  /** A step that runs with a probability, 0 to 1. */
  record Sometimes(double share, Step step) implements Step {}

  /**
   * A message: a PRODUCER span here, and later a CONSUMER span at each consumer.
   *
   * @param send the time until the broker confirms it
   * @param delay the time from then until a consumer receives it
   */
  record Publish(String name, Latency send, Latency delay, List<Operation> consumers)
      implements Step {}
}
