package io.tracemill.cli.demo;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import io.tracemill.cli.demo.Fault.Kind;
import io.tracemill.cli.demo.Step.Cached;
import io.tracemill.cli.demo.Step.Call;
import io.tracemill.cli.demo.Step.Operation;
import io.tracemill.cli.demo.Step.Parallel;
import io.tracemill.cli.demo.Step.Publish;
import io.tracemill.cli.demo.Step.Query;
import io.tracemill.cli.demo.Step.Sometimes;
import io.tracemill.cli.demo.Step.Work;
import io.tracemill.cli.traffic.OtlpSpans;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Plays one request: walks its steps along the true time and writes down the spans that the
 * services on its way would record. Used once.
 *
 * <pre>
 * frontend  |--------- SERVER ---------|
 *             |------ CLIENT -------|
 * catalog         |-- SERVER --|        network before and behind
 * </pre>
 *
 * <p>The recursion is as deep as the shop's author nested its operations.
 */
final class RequestPlayer {
  private static final int IDS = 1_000;
  private static final Latency BACKOFF = new Latency(15, 0.2);
  private static final Latency SLOWNESS = new Latency(30, 0.2);
  private static final double ERRORS = 0.2;
  private static final String NEXT_VERSION = "v2";

  private final Map<String, List<Host>> hosts;
  private final Set<Kind> faults;
  private final RandomGenerator random;
  private final ByteString traceId;
  private final List<GeneratedSpan> spans = new ArrayList<>();

  /**
   * A player for a request during these faults. A fault draws random numbers only if it affects the
   * request.
   */
  RequestPlayer(Map<String, List<Host>> hosts, Set<Kind> faults, RandomGenerator random) {
    this.hosts = hosts;
    this.faults = faults;
    this.random = random;
    this.traceId = OtlpSpans.id(newId(), newId());
  }

  /** When a step ended, in true nanoseconds, and whether it failed. */
  private record Outcome(long endNanos, boolean failed) {}

  /** The parent of the next spans, and its host. */
  private record Scope(Host host, long spanId) {}

  /**
   * All spans of the request, in the order in which they ended. The root is last, except for
   * messages.
   */
  List<GeneratedSpan> play(Operation entry, long startNanos) {
    serve(entry, nameOf(entry), SpanKind.SPAN_KIND_SERVER, GeneratedSpan.NO_PARENT, startNanos);
    return List.copyOf(spans);
  }

  private boolean on(Kind kind, String service) {
    return faults.contains(kind) && kind.service().equals(service);
  }

  private Outcome serve(
      Operation operation, String name, SpanKind kind, long parentId, long startNanos) {
    String service = operation.service();
    Scope scope = new Scope(host(service), newId());
    double share = Math.max(operation.failureShare(), on(Kind.ERRORS, service) ? ERRORS : 0);
    boolean givesUp = random.nextDouble() < share;
    List<Step> steps = givesUp ? operation.steps().subList(0, 1) : operation.steps();
    Outcome done = run(steps, scope, startNanos + delayNanos(scope.host()));
    Outcome outcome = new Outcome(done.endNanos(), givesUp || done.failed());
    write(scope, parentId, kind, name, startNanos, outcome);
    return outcome;
  }

  /**
   * The machine that answers next. A new version is deployed to the second half of the machines
   * first.
   */
  private Host host(String service) {
    List<Host> all = hosts.getOrDefault(service, List.of());
    int next = random.nextInt(all.size());
    return next >= all.size() / 2 && on(Kind.CANARY, service)
        ? all.get(next).with(NEXT_VERSION)
        : all.get(next);
  }

  private long delayNanos(Host host) {
    boolean slow =
        on(Kind.SLOW, host.service())
            || (on(Kind.CANARY, host.service()) && host.version().equals(NEXT_VERSION));
    return slow ? SLOWNESS.sampleNanos(random) : 0;
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
      return run(lookup(cached, scope.host().service()), scope, atNanos);
    } else if (step instanceof Sometimes sometimes) {
      boolean taken = random.nextDouble() >= 1 - sometimes.share();
      return taken ? take(sometimes.step(), scope, atNanos) : new Outcome(atNanos, false);
    } else if (step instanceof Publish publish) {
      return publish(publish, scope, atNanos);
    }
    throw new IllegalStateException("No way to play " + step);
  }

  private List<Step> lookup(Cached cached, String service) {
    boolean hit = random.nextDouble() < (on(Kind.CACHE, service) ? 0 : cached.hits());
    return hit ? List.of(cached.get()) : List.of(cached.get(), cached.source(), cached.set());
  }

  private Outcome query(Query query, Scope scope, long atNanos) {
    Outcome outcome = new Outcome(atNanos + query.time().sampleNanos(random), false);
    Scope client = new Scope(scope.host(), newId());
    write(client, scope.spanId(), SpanKind.SPAN_KIND_CLIENT, query.name(), atNanos, outcome);
    return outcome;
  }

  private Outcome call(Call call, Scope scope, long atNanos) {
    String name = nameOf(call.callee());
    Outcome outcome = attempt(call, name, scope, atNanos);
    for (int attempt = 1; outcome.failed() && attempt < call.attempts(); attempt++) {
      outcome = attempt(call, name, scope, outcome.endNanos() + BACKOFF.sampleNanos(random));
    }
    return outcome;
  }

  private Outcome attempt(Call call, String name, Scope scope, long atNanos) {
    Scope client = new Scope(scope.host(), newId());
    long arrival = atNanos + call.network().sampleNanos(random);
    Outcome served =
        serve(call.callee(), name, SpanKind.SPAN_KIND_SERVER, client.spanId(), arrival);
    long back = served.endNanos() + call.network().sampleNanos(random);
    Outcome outcome = new Outcome(back, served.failed());
    write(client, scope.spanId(), SpanKind.SPAN_KIND_CLIENT, name, atNanos, outcome);
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
    write(producer, scope.spanId(), SpanKind.SPAN_KIND_PRODUCER, publish.name(), atNanos, sent);
    for (Operation consumer : publish.consumers()) {
      long received = sent.endNanos() + publish.delay().sampleNanos(random);
      serve(consumer, nameOf(consumer), SpanKind.SPAN_KIND_CONSUMER, producer.spanId(), received);
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
