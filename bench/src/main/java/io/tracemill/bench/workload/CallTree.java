package io.tracemill.bench.workload;

import io.tracemill.analysis.span.SpanKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Who calls whom in one kind of request.
 *
 * @param calls the root first, callers before callees
 */
public record CallTree(List<Call> calls) {
  static final int SERVICES = 12;
  private static final int MAX_DEPTH = 12;
  private static final int RETRIES = 10;

  public CallTree {
    calls = List.copyOf(calls);
  }

  /** What JMH's parameter {@code shape} names. */
  public enum Shape {
    /** What microservices do: RPCs, database calls and internal spans, some at the same time. */
    MIXED,
    /** A single chain. */
    DEEP,
    /** A root that calls all others, one after the other. */
    WIDE,
    /** Every call is tried ten times, one after the other. */
    RETRIES
  }

  /** A tree of {@code spans} calls; {@code random} decides what the shape leaves open. */
  public static CallTree of(Shape shape, int spans, String endpoint, Random random) {
    List<Call> calls = new ArrayList<>();
    calls.add(new Call(Call.NO_PARENT, 0, endpoint, SpanKind.SERVER, shape != Shape.DEEP));
    switch (shape) {
      case MIXED -> mix(calls, spans, random);
      case DEEP -> chain(calls, spans);
      case WIDE -> fan(calls, spans);
      case RETRIES -> retry(calls, spans);
    }
    return new CallTree(calls);
  }

  private static void mix(List<Call> calls, int spans, Random random) {
    List<Integer> depths = new ArrayList<>(List.of(0));
    while (calls.size() < spans) {
      int caller = random.nextInt(calls.size());
      if (calls.get(caller).kind() == SpanKind.CLIENT || depths.get(caller) >= MAX_DEPTH) {
        continue;
      }
      int service = calls.get(caller).service();
      boolean remote = random.nextInt(3) > 0 && calls.size() + 1 < spans;
      calls.add(remote ? client(caller, service, random) : local(caller, service, random));
      depths.add(depths.get(caller) + 1);
      if (remote) {
        calls.add(server(calls.size() - 1, random));
        depths.add(depths.get(caller) + 2);
      }
    }
  }

  private static Call client(int caller, int service, Random random) {
    return new Call(caller, service, "rpc.Client/Call" + random.nextInt(8), SpanKind.CLIENT, false);
  }

  private static Call server(int caller, Random random) {
    return new Call(
        caller,
        1 + random.nextInt(SERVICES - 1),
        "rpc.Server/Method" + random.nextInt(8),
        SpanKind.SERVER,
        random.nextInt(3) == 0);
  }

  private static Call local(int caller, int service, Random random) {
    return random.nextBoolean()
        ? new Call(caller, service, "compute step " + random.nextInt(8), SpanKind.INTERNAL, false)
        : new Call(caller, service, "SELECT table_" + random.nextInt(8), SpanKind.CLIENT, false);
  }

  private static void chain(List<Call> calls, int spans) {
    for (int i = 1; i < spans; i++) {
      calls.add(new Call(i - 1, i % SERVICES, "rpc.Server/Next", SpanKind.SERVER, false));
    }
  }

  private static void fan(List<Call> calls, int spans) {
    for (int i = 1; i < spans; i++) {
      calls.add(new Call(0, i % SERVICES, "rpc.Server/Method" + i % 8, SpanKind.SERVER, false));
    }
  }

  private static void retry(List<Call> calls, int spans) {
    for (int i = 1; i < spans; i++) {
      int called = (i - 1) / RETRIES;
      int caller = called == 0 ? 0 : 1 + (called - 1) * RETRIES;
      calls.add(new Call(caller, called % SERVICES, "rpc.Server/Try", SpanKind.SERVER, false));
    }
  }
}
