package io.tracemill.cli.demo;

import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.cli.demo.Step.Cached;
import io.tracemill.cli.demo.Step.Call;
import io.tracemill.cli.demo.Step.Either;
import io.tracemill.cli.demo.Step.Parallel;
import io.tracemill.cli.demo.Step.Publish;
import io.tracemill.cli.demo.Step.Query;
import io.tracemill.cli.demo.Step.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Plays one request of a site: walks its steps along the true time and writes down the spans that
 * the services on its way would record. Used once.
 *
 * <pre>
 * frontend  |--------- SERVER ---------|
 *             |------ CLIENT -------|
 * catalog         |-- SERVER --|        network before and behind
 * </pre>
 */
final class RequestPlayer {
  private static final int IDS = 1_000;
  private static final Latency BACKOFF = new Latency(15, 0.2);

  private final Hosts hosts;
  private final Conditions conditions;
  private final RandomGenerator random;
  private final TraceId traceId;
  private final List<GeneratedSpan> spans = new ArrayList<>();

  RequestPlayer(Hosts hosts, Conditions conditions, RandomGenerator random) {
    this.hosts = hosts;
    this.conditions = conditions;
    this.random = random;
    this.traceId = new TraceId(newId(), newId());
  }

  /** Until when a step took, in true nanoseconds, and whether it went wrong. */
  private record Outcome(long endNanos, boolean failed) {}

  /** Who is at work: the span that the next ones are children of, and where it is. */
  private record Scope(Host host, long spanId) {}

  /**
   * All spans of the request, in the order they were finished; the root's last but for messages.
   */
  List<GeneratedSpan> play(Operation entry, long startNanos) {
    serve(entry, nameOf(entry), SpanKind.SERVER, GeneratedSpan.NO_PARENT, startNanos);
    return List.copyOf(spans);
  }

  private Outcome serve(
      Operation operation, String name, SpanKind kind, long parentId, long startNanos) {
    Host host = hosts.pick(operation.service(), conditions, random);
    Scope scope = new Scope(host, newId());
    double failures = conditions.failures(operation.service(), operation.failureShare());
    boolean givesUp = random.nextDouble() < failures;
    List<Step> steps = givesUp ? operation.steps().subList(0, 1) : operation.steps();
    Outcome done = run(steps, scope, startNanos + conditions.delayNanos(host, random));
    Outcome outcome = new Outcome(done.endNanos(), givesUp || done.failed());
    write(scope, parentId, kind, name, startNanos, outcome);
    return outcome;
  }

  private Outcome run(List<Step> steps, Scope scope, long startNanos) {
    Outcome last = new Outcome(startNanos, false);
    for (Step step : steps) {
      last = take(step, scope, last.endNanos());
      if (last.failed()) {
        return last;
      }
    }
    return last;
  }

  private Outcome take(Step step, Scope scope, long atNanos) {
    if (step instanceof Work work) {
      return new Outcome(atNanos + work.time().sampleNanos(random), false);
    } else if (step instanceof Query query) {
      return query(query, scope, atNanos);
    } else if (step instanceof Call call) {
      return call(call, scope, atNanos);
    } else if (step instanceof Parallel parallel) {
      return parallel(parallel, scope, atNanos);
    } else if (step instanceof Cached cached) {
      return run(lookup(cached, scope.host()), scope, atNanos);
    } else if (step instanceof Either either) {
      boolean first = random.nextDouble() < either.share();
      return run(first ? either.first() : either.second(), scope, atNanos);
    } else if (step instanceof Publish publish) {
      return publish(publish, scope, atNanos);
    }
    throw new IllegalStateException("No way to play " + step);
  }

  private List<Step> lookup(Cached cached, Host host) {
    boolean hit = random.nextDouble() < conditions.hits(host.service(), cached.hits());
    return hit ? List.of(cached.get()) : List.of(cached.get(), cached.source(), cached.set());
  }

  private Outcome query(Query query, Scope scope, long atNanos) {
    Outcome outcome = new Outcome(atNanos + query.time().sampleNanos(random), false);
    Scope client = new Scope(scope.host(), newId());
    write(client, scope.spanId(), SpanKind.CLIENT, query.name(), atNanos, outcome);
    return outcome;
  }

  private Outcome call(Call call, Scope scope, long atNanos) {
    String name = nameOf(call.callee());
    Outcome outcome = attempt(call, name, scope, atNanos);
    for (int attempt = 1; outcome.failed() && attempt < call.attempts(); attempt++) {
      long again = outcome.endNanos() + BACKOFF.sampleNanos(random);
      outcome = attempt(call, name, scope, again);
    }
    return outcome;
  }

  private Outcome attempt(Call call, String name, Scope scope, long atNanos) {
    Scope client = new Scope(scope.host(), newId());
    long arrival = atNanos + call.network().sampleNanos(random);
    Outcome served = serve(call.callee(), name, SpanKind.SERVER, client.spanId(), arrival);
    long back = served.endNanos() + call.network().sampleNanos(random);
    Outcome outcome = new Outcome(back, served.failed());
    write(client, scope.spanId(), SpanKind.CLIENT, name, atNanos, outcome);
    return outcome;
  }

  private Outcome parallel(Parallel parallel, Scope scope, long atNanos) {
    long end = atNanos;
    boolean failed = false;
    for (Call call : parallel.calls()) {
      Outcome outcome = call(call, scope, atNanos);
      end = Math.max(end, outcome.endNanos());
      failed |= outcome.failed();
    }
    return new Outcome(end, failed);
  }

  private Outcome publish(Publish publish, Scope scope, long atNanos) {
    Outcome sent = new Outcome(atNanos + publish.send().sampleNanos(random), false);
    Scope producer = new Scope(scope.host(), newId());
    write(producer, scope.spanId(), SpanKind.PRODUCER, publish.name(), atNanos, sent);
    for (Operation consumer : publish.consumers()) {
      long received = sent.endNanos() + publish.delay().sampleNanos(random);
      serve(consumer, nameOf(consumer), SpanKind.CONSUMER, producer.spanId(), received);
    }
    return sent;
  }

  private void write(
      Scope scope, long parentId, SpanKind kind, String name, long startNanos, Outcome outcome) {
    long offset = scope.host().offsetNanos();
    spans.add(
        new GeneratedSpan(
            traceId,
            scope.spanId(),
            parentId,
            scope.host(),
            kind,
            name,
            startNanos + offset,
            outcome.endNanos() + offset,
            outcome.failed()));
  }

  private String nameOf(Operation operation) {
    return operation.name().replace("{id}", Integer.toString(1 + random.nextInt(IDS)));
  }

  private long newId() {
    return random.nextLong(1, Long.MAX_VALUE);
  }
}
