package io.tracemill.cli.demo;

import java.util.List;

/** One thing an {@link Operation} does; its steps follow one another. */
sealed interface Step {
  /**
   * What a service does when it is asked.
   *
   * @param name of its span; each {@code {id}} becomes a number of the request's
   * @param failureShare how often it gives up after its first step, 0 to 1; it also fails when a
   *     call of its own does
   */
  record Operation(String service, String name, double failureShare, List<Step> steps) {
    public Operation {
      steps = List.copyOf(steps);
    }

    /** The same, which fails as often as that. */
    Operation failing(double share) {
      return new Operation(service, name, share, steps);
    }
  }

  /** The operation's own time. */
  record Work(Latency time) implements Step {}

  /** A call of something that sends no spans itself: a cache, a database, a search engine. */
  record Query(String name, Latency time) implements Step {}

  /**
   * A call of another service: a CLIENT span here and a SERVER span there.
   *
   * @param network the way there, and the way back
   * @param attempts how often it is tried before the caller gives up, each try with a span of its
   *     own
   */
  record Call(Operation callee, Latency network, int attempts) implements Step {}

  /** Calls that start together; done when the last one is. */
  record Parallel(List<Call> calls) implements Step {}

  /**
   * A look into a cache: if it misses, the source is asked and the cache filled.
   *
   * @param hits how often it has the answer, 0 to 1
   */
  record Cached(double hits, Query get, Query source, Query set) implements Step {}

  /** A step that is taken with a probability, 0 to 1. */
  record Sometimes(double share, Step step) implements Step {}

  /**
   * A message: a PRODUCER span here, and later a CONSUMER span at each consumer.
   *
   * @param send how long the broker takes to confirm it
   * @param delay from then until a consumer has it
   */
  record Publish(String name, Latency send, Latency delay, List<Operation> consumers)
      implements Step {}
}
