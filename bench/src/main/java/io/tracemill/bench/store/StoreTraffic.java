package io.tracemill.bench.store;

import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.request.RequestRole;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.trace.SpanPacker;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Random requests of 20 endpoints, each with ten categories of 50 nodes. The first category of an
 * endpoint has half of its requests, the next one half of the rest, and so on.
 */
final class StoreTraffic {
  static final int ENDPOINTS = 20;
  static final int CATEGORIES = 10;
  static final int NODES = 50;

  private static final int HOSTS = 40;
  private static final long MEAN_NANOS = 2_000_000;

  private final String[] hosts = new String[HOSTS];

  StoreTraffic() {
    for (int host = 0; host < HOSTS; host++) {
      hosts[host] = "host-" + host;
    }
  }

  static Frame endpoint(int number) {
    return Frame.of("front", "GET /endpoint-%02d".formatted(number));
  }

  static CallTreeSignature categoryId(int endpoint, int category) {
    long number = 1 + (long) endpoint * CATEGORIES + category;
    return new CallTreeSignature(number * 0x9E3779B97F4A7C15L, number);
  }

  /** How many of {@code requests} requests of an endpoint a category has. */
  static int share(int category, int requests) {
    int before = requests - (requests >> category);
    int until = category == CATEGORIES - 1 ? requests : requests - (requests >> (category + 1));
    return until - before;
  }

  KeptRequest request(int endpoint, int category, long timeMillis, SplittableRandom random) {
    SpanPacker packer = new SpanPacker();
    long[] nanos = new long[NODES];
    for (int node = NODES - 1; node >= 0; node--) {
      nanos[node] += (long) (-MEAN_NANOS * Math.log(1 - random.nextDouble()));
      nanos[parent(node)] += node == 0 ? 0 : nanos[node];
    }
    long[] start = new long[NODES];
    long[] next = new long[NODES];
    for (int node = 0; node < NODES; node++) {
      int parent = parent(node);
      start[node] = node == 0 ? 0 : next[parent];
      next[parent] = node == 0 ? 0 : start[node] + nanos[node];
      next[node] = start[node];
      Frame frame =
          node == 0
              ? endpoint(endpoint)
              : Frame.of("service-" + node % 12, "call-%d-%d".formatted(category, node));
      packer.add(
          node - parent,
          random.nextLong(),
          frame.service(),
          frame.operation(),
          hosts[random.nextInt(HOSTS)],
          SpanKind.SERVER,
          false,
          false,
          false,
          start[node] - start[parent],
          nanos[node]);
    }
    return new KeptRequest(
        new TraceId(random.nextLong(), random.nextLong()),
        random.nextLong(),
        RequestRole.ENTRY,
        endpoint(endpoint),
        timeMillis,
        (timeMillis - 20_000) * 1_000_000 - nanos[0],
        nanos[0],
        random.nextInt(100) == 0,
        true,
        NODES,
        categoryId(endpoint, category),
        List.of(
            new RequestAttribute("front", "service.version", random.nextBoolean() ? "v1" : "v2")),
        false,
        packer.finish(),
        1,
        1,
        false);
  }

  /** The parent of a node in the chain of five; a root is its own. */
  private static int parent(int node) {
    return node == 0 || (node - 1) % 5 == 0 ? 0 : node - 1;
  }
}
