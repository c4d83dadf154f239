package io.tracemill.cli.demo;

import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import io.tracemill.cli.demo.GeneratedSpan.Host;
import java.util.List;
import java.util.random.RandomGenerator;

/** A step of an {@link Operation}, whose steps run one after another until one fails. */
@FunctionalInterface
interface Step {
  /** Plays the step of a request in {@code scope}, from {@code atNanos} of true time on. */
  Outcome take(RequestPlayer request, Scope scope, long atNanos);

  /** When a step ended, in true nanoseconds, and whether it failed. */
  record Outcome(long endNanos, boolean failed) {}

  /** The parent of the next spans, and its host. */
  record Scope(Host host, long spanId) {}

  /**
   * An operation of a service: the steps that a call of it runs.
   *
   * @param name of its span; each {@code {id}} becomes a number from the request
   * @param failureShare the probability, 0 to 1, that it fails after its first step; it also fails
   *     when one of its own calls fails
   */
  record Operation(String service, String name, double failureShare, List<Step> steps) {
    /** The same operation with this probability of failure. */
    Operation failing(double share) {
      return new Operation(service, name, share, steps);
    }
  }

  /**
   * The distribution of a duration: log-normal, as response times are.
   *
   * @param medianMillis half of the samples are shorter
   * @param sigma standard deviation of the logarithm; 0.5 puts the 99th percentile at 3.2 medians
   */
  record Latency(double medianMillis, double sigma) {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final long SHORTEST_NANOS = 1_000;

    /** A sample of at least a microsecond. */
    long sampleNanos(RandomGenerator random) {
      double millis = medianMillis * Math.exp(sigma * random.nextGaussian());
      return Math.max(SHORTEST_NANOS, Math.round(millis * NANOS_PER_MILLI));
    }
  }

  /** The operation's own time. */
  static Step work(Latency time) {
    return (request, scope, at) -> new Outcome(at + request.sampleNanos(time), false);
  }

  /** A call of a system that sends no spans itself: a cache, a database, a search engine. */
  static Step query(String name, Latency time) {
    return (request, scope, at) -> {
      Outcome outcome = new Outcome(at + request.sampleNanos(time), false);
      request.write(
          request.open(scope.host()), scope, SpanKind.SPAN_KIND_CLIENT, name, at, outcome);
      return outcome;
    };
  }

  /**
   * A call of another service: a CLIENT span here and a SERVER span there.
   *
   * @param network the latency in each direction
   * @param attempts the number of tries before the caller gives up; each try has its own span
   */
  static Step call(Operation callee, Latency network, int attempts) {
    Latency backoff = new Latency(15, 0.2);
    return (request, scope, at) -> {
      String name = request.nameOf(callee);
      Outcome outcome = attempt(request, callee, name, network, scope, at);
      for (int attempt = 1; outcome.failed() && attempt < attempts; attempt++) {
        long again = outcome.endNanos() + request.sampleNanos(backoff);
        outcome = attempt(request, callee, name, network, scope, again);
      }
      return outcome;
    };
  }

  private static Outcome attempt(
      RequestPlayer request,
      Operation callee,
      String name,
      Latency network,
      Scope scope,
      long atNanos) {
    Scope client = request.open(scope.host());
    long arrival = atNanos + request.sampleNanos(network);
    Outcome served =
        request.serve(callee, name, SpanKind.SPAN_KIND_SERVER, client.spanId(), arrival);
    long back = served.endNanos() + request.sampleNanos(network);
    Outcome outcome = new Outcome(back, served.failed());
    request.write(client, scope, SpanKind.SPAN_KIND_CLIENT, name, atNanos, outcome);
    return outcome;
  }

  /** Steps that start together; it ends with the last of them. */
  static Step parallel(Step... steps) {
    return (request, scope, at) -> {
      Outcome all = new Outcome(at, false);
      for (Step step : steps) {
        Outcome outcome = step.take(request, scope, at);
        all =
            new Outcome(
                Math.max(all.endNanos(), outcome.endNanos()), all.failed() || outcome.failed());
      }
      return all;
    };
  }

  /**
   * A cache lookup: a miss calls the source and fills the cache.
   *
   * @param hits the probability of a hit, 0 to 1
   */
  static Step cached(double hits, Step get, Step source, Step set) {
    return (request, scope, at) -> {
      boolean hit = request.hits(hits, scope.host().service());
      return request.run(hit ? List.of(get) : List.of(get, source, set), scope, at);
    };
  }

  /** A step that runs with a probability, 0 to 1. */
  static Step sometimes(double share, Step step) {
    return (request, scope, at) ->
        request.happens(share) ? step.take(request, scope, at) : new Outcome(at, false);
  }

  /**
   * A message: a PRODUCER span here, and later a CONSUMER span at each consumer.
   *
   * @param send the time until the broker confirms it
   * @param delay the time from then until a consumer receives it
   */
  static Step publish(String name, Latency send, Latency delay, List<Operation> consumers) {
    return (request, scope, at) -> {
      Outcome sent = new Outcome(at + request.sampleNanos(send), false);
      Scope producer = request.open(scope.host());
      request.write(producer, scope, SpanKind.SPAN_KIND_PRODUCER, name, at, sent);
      for (Operation consumer : consumers) {
        long received = sent.endNanos() + request.sampleNanos(delay);
        request.serve(
            consumer,
            request.nameOf(consumer),
            SpanKind.SPAN_KIND_CONSUMER,
            producer.spanId(),
            received);
      }
      return sent;
    };
  }
}
