package io.tracemill.bench.workload;

import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The calls in one category of requests.
 *
 * @param calls the root first, callers before callees
 */
public record CallTree(List<Call> calls) {
  static final int SERVICES = 12;
  static final int NO_PARENT = -1;
  private static final int MAX_DEPTH = 12;
  private static final int RETRIES = 10;
  private static final long MIN_OWN_NANOS = 2_500_000;
  private static final long GAP_NANOS = 20_000;
  private static final long STAGGER_NANOS = 5_000;

  public CallTree {
    calls = List.copyOf(calls);
  }

  /**
   * A call, which becomes one span.
   *
   * @param parent index of the caller, less than its own; -1 for the root
   * @param concurrent whether its callees run at the same time instead of one after another
   */
  record Call(int parent, int service, String operation, SpanKind kind, boolean concurrent) {}

  /** Start and end of each call, in nanoseconds from the start of the root. */
  record Times(long[] starts, long[] ends) {}

  /** The values of JMH's parameter {@code shape}. */
  public enum Shape {
    /** Like microservices: RPCs, database calls and internal spans, some of them concurrent. */
    MIXED,
    /** A single chain. */
    DEEP,
    /** A root that calls all others, one after another. */
    WIDE,
    /** Every call is tried ten times, one after another. */
    RETRIES
  }

  /** A tree of {@code spans} calls; {@code random} decides what the shape does not. */
  static CallTree of(Shape shape, int spans, String endpoint, Random random) {
    List<Call> calls = new ArrayList<>();
    calls.add(new Call(NO_PARENT, 0, endpoint, SpanKind.SPAN_KIND_SERVER, shape != Shape.DEEP));
    if (shape == Shape.MIXED) {
      mix(calls, spans, random);
    }
    while (calls.size() < spans) {
      int i = calls.size();
      int tried = (i - 1) / RETRIES;
      calls.add(
          switch (shape) {
            case MIXED -> throw new IllegalStateException(i + " calls are not " + spans);
            case DEEP -> server(i - 1, i % SERVICES, "rpc.Server/Next");
            case WIDE -> server(0, i % SERVICES, "rpc.Server/Method" + i % 8);
            case RETRIES ->
                server(
                    tried == 0 ? 0 : 1 + (tried - 1) * RETRIES, tried % SERVICES, "rpc.Server/Try");
          });
    }
    return new CallTree(calls);
  }

  private static Call server(int caller, int service, String operation) {
    return new Call(caller, service, operation, SpanKind.SPAN_KIND_SERVER, false);
  }

  private static Call client(int caller, int service, String operation) {
    return new Call(caller, service, operation, SpanKind.SPAN_KIND_CLIENT, false);
  }

  private static void mix(List<Call> calls, int spans, Random random) {
    List<Integer> depths = new ArrayList<>(List.of(0));
    while (calls.size() < spans) {
      int caller = random.nextInt(calls.size());
      if (calls.get(caller).kind() == SpanKind.SPAN_KIND_CLIENT
          || depths.get(caller) >= MAX_DEPTH) {
        continue;
      }
      int service = calls.get(caller).service();
      depths.add(depths.get(caller) + 1);
      if (random.nextInt(3) > 0 && calls.size() + 1 < spans) {
        calls.add(client(caller, service, "rpc.Client/Call" + random.nextInt(8)));
        int called = 1 + random.nextInt(SERVICES - 1);
        String method = "rpc.Server/Method" + random.nextInt(8);
        boolean concurrent = random.nextInt(3) == 0;
        calls.add(
            new Call(calls.size() - 1, called, method, SpanKind.SPAN_KIND_SERVER, concurrent));
        depths.add(depths.get(caller) + 2);
      } else if (random.nextBoolean()) {
        String step = "compute step " + random.nextInt(8);
        calls.add(new Call(caller, service, step, SpanKind.SPAN_KIND_INTERNAL, false));
      } else {
        calls.add(client(caller, service, "SELECT table_" + random.nextInt(8)));
      }
    }
  }

  /**
   * Random times, with a different duration for each call. Callees lie within their callers.
   * Siblings either do not overlap, or overlap by far more than the analysis tolerates, so a tree
   * always has the same category.
   */
  Times times(Random random) {
    int count = calls.size();
    double slowness = Math.exp(0.3 * Math.abs(random.nextGaussian()));
    long[] own = new long[count];
    for (int i = 0; i < count; i++) {
      own[i] = (long) (MIN_OWN_NANOS * slowness * (1 + random.nextDouble()));
    }
    long[] durations = durations(own);
    long[] starts = new long[count];
    long[] ends = new long[count];
    long[] next = new long[count];
    for (int i = 0; i < count; i++) {
      int parent = calls.get(i).parent();
      if (parent != NO_PARENT) {
        starts[i] = next[parent];
        next[parent] += calls.get(parent).concurrent() ? STAGGER_NANOS : durations[i] + GAP_NANOS;
      }
      ends[i] = starts[i] + durations[i];
      next[i] = starts[i] + own[i] / 2;
    }
    return new Times(starts, ends);
  }

  private long[] durations(long[] own) {
    long[] durations = own.clone();
    long[] below = new long[own.length];
    for (int i = own.length - 1; i > 0; i--) {
      durations[i] += below[i];
      int parent = calls.get(i).parent();
      below[parent] =
          calls.get(parent).concurrent()
              ? Math.max(below[parent], durations[i]) + STAGGER_NANOS
              : below[parent] + durations[i] + GAP_NANOS;
    }
    durations[0] += below[0];
    return durations;
  }
}
