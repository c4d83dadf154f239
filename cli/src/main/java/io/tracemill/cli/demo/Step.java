package io.tracemill.cli.demo;

import java.util.List;

/** One thing an {@link Operation} does; its steps follow one another. */
sealed interface Step {
  /** The operation's own time. */
  record Work(Latency time) implements Step {}

  /**
   * A call of something that sends no spans itself: a cache, a database, a search engine.
   *
   * @param name of the CLIENT span
   */
  record Query(String name, Latency time) implements Step {}

  /**
   * A call of another service: a CLIENT span here and a SERVER span there.
   *
   * @param network the way there, and the way back
   * @param attempts how often it is tried before the caller gives up, each try with a span of its
   *     own
   */
  record Call(Operation callee, Latency network, int attempts) implements Step {
    public Call {
      if (attempts < 1) {
        throw new IllegalArgumentException(attempts + " attempts of " + callee.name());
      }
    }
  }

  /** Calls that start together; done when the last one is. */
  record Parallel(List<Call> calls) implements Step {
    public Parallel {
      calls = List.copyOf(calls);
    }
  }

  /**
   * A look into a cache: where it misses, the source is asked and the cache filled.
   *
   * @param hits how often it has the answer, 0 to 1
   */
  record Cached(double hits, Query get, Query source, Query set) implements Step {}

  /**
   * One of two ways to go on.
   *
   * @param share how often it is the first, 0 to 1
   */
  record Either(double share, List<Step> first, List<Step> second) implements Step {
    public Either {
      first = List.copyOf(first);
      second = List.copyOf(second);
    }
  }

  /**
   * A message: a PRODUCER span here, and later, with nobody waiting for it, a CONSUMER span at each
   * consumer.
   *
   * @param send how long the broker takes to confirm it
   * @param delay from then until a consumer has it
   */
  record Publish(String name, Latency send, Latency delay, List<Operation> consumers)
      implements Step {
    public Publish {
      consumers = List.copyOf(consumers);
    }
  }
}
