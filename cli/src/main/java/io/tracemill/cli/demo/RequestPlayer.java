package io.tracemill.cli.demo;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import io.tracemill.cli.demo.Fault.Kind;
import io.tracemill.cli.demo.GeneratedSpan.Host;
import io.tracemill.cli.demo.Step.Latency;
import io.tracemill.cli.demo.Step.Operation;
import io.tracemill.cli.demo.Step.Outcome;
import io.tracemill.cli.demo.Step.Scope;
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

  /**
   * All spans of the request, in the order in which they ended. The root is last, except for
   * messages.
   */
  List<GeneratedSpan> play(Operation entry, long startNanos) {
    serve(entry, nameOf(entry), SpanKind.SPAN_KIND_SERVER, GeneratedSpan.NO_PARENT, startNanos);
    return List.copyOf(spans);
  }

  /** Runs an operation on one of its service's hosts, and writes its span. */
  Outcome serve(Operation operation, String name, SpanKind kind, long parentId, long startNanos) {
    String service = operation.service();
    Scope scope = open(host(service));
    double share = Math.max(operation.failureShare(), on(Kind.ERRORS, service) ? ERRORS : 0);
    boolean givesUp = random.nextDouble() < share;
    List<Step> steps = givesUp ? operation.steps().subList(0, 1) : operation.steps();
    Outcome done = run(steps, scope, startNanos + delayNanos(scope.host()));
    Outcome outcome = new Outcome(done.endNanos(), givesUp || done.failed());
    write(scope, new Scope(scope.host(), parentId), kind, name, startNanos, outcome);
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
    return slow ? sampleNanos(SLOWNESS) : 0;
  }

  private boolean on(Kind kind, String service) {
    return faults.contains(kind) && kind.service().equals(service);
  }

  /** Takes the steps one after another, until one fails. */
  Outcome run(List<Step> steps, Scope scope, long startNanos) {
    Outcome last = new Outcome(startNanos, false);
    for (Step step : steps) {
      last = step.take(this, scope, last.endNanos());
      if (last.failed()) {
        return last;
      }
    }
    return last;
  }

  /** Writes the span of {@code scope}, whose parent is that of {@code above}. */
  void write(
      Scope scope, Scope above, SpanKind kind, String name, long startNanos, Outcome outcome) {
    long offset = scope.host().offsetNanos();
    spans.add(
        new GeneratedSpan(
            traceId,
            scope.spanId(),
            above.spanId(),
            scope.host(),
            kind,
            name,
            startNanos + offset,
            outcome.endNanos() + offset,
            outcome.failed()));
  }

  /** A new span on this host. */
  Scope open(Host host) {
    return new Scope(host, newId());
  }

  private long newId() {
    return random.nextLong(1, Long.MAX_VALUE);
  }

  long sampleNanos(Latency time) {
    return time.sampleNanos(random);
  }

  /** Whether something of this probability happens. */
  boolean happens(double share) {
    return random.nextDouble() >= 1 - share;
  }

  /** Whether a cache of this service, with this probability of a hit, has what is asked for. */
  boolean hits(double share, String service) {
    return random.nextDouble() < (on(Kind.CACHE, service) ? 0 : share);
  }

  /** The name of an operation's span in this request. */
  String nameOf(Operation operation) {
    return operation.name().replace("{id}", Integer.toString(1 + random.nextInt(IDS)));
  }
}
