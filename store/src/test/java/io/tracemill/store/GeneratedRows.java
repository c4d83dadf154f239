package io.tracemill.store;

import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.request.RequestRole;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.trace.PackedSpans;
import io.tracemill.analysis.trace.SpanPacker;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Made-up requests: each endpoint has some categories, each category a call tree of its own whose
 * nodes have a typical time with log-normal noise. Equal numbers give equal rows.
 *
 * @param endpoints number of endpoints
 * @param categories number of categories of each endpoint
 * @param nodes number of nodes of each category
 * @param unitNanos resolution of times, nanoseconds
 */
public record GeneratedRows(int endpoints, int categories, int nodes, long unitNanos) {
  private static final int SERVICES = 30;
  private static final int HOSTS = 200;

  /** A request with all its spans. */
  public KeptRequest request(long number, long timeMillis) {
    SplittableRandom random = new SplittableRandom(number * 0xD1342543DE82EF95L);
    int category = random.nextInt(endpoints * categories);
    long[] own = ownNanos(category, random);
    long[] inclusive = own.clone();
    for (int node = nodes - 1; node > 0; node--) {
      inclusive[parent(node)] += inclusive[node];
    }
    long duration = inclusive[0];
    long start = timeMillis * 1_000_000 - duration - random.nextLong(1_000_000_000);
    return new KeptRequest(
        new TraceId(random.nextLong(), random.nextLong()),
        random.nextLong(),
        RequestRole.ENTRY,
        endpoint(category),
        timeMillis,
        start,
        duration,
        random.nextInt(100) == 0,
        random.nextInt(200) != 0,
        nodes,
        signature(category),
        List.of(
            new RequestAttribute("service-0", "version", "v" + random.nextInt(3)),
            new RequestAttribute("service-0", "region", "r" + random.nextInt(5))),
        false,
        spans(category, own, inclusive, random),
        random.nextInt(1, 50) / 4.0,
        0.25,
        false);
  }

  /** The endpoint of a category. */
  public Frame endpoint(int category) {
    return frame(category - category % categories, 0);
  }

  private static CallTreeSignature signature(int category) {
    SplittableRandom random = new SplittableRandom(category);
    return new CallTreeSignature(random.nextLong(), random.nextLong());
  }

  private Frame frame(int category, int node) {
    if (node == 0) {
      int endpoint = category / categories;
      return Frame.of("service-" + endpoint % SERVICES, "GET /endpoint-" + endpoint);
    }
    SplittableRandom random = new SplittableRandom(category * 1000L + node);
    return Frame.of("service-" + random.nextInt(SERVICES), "operation-" + random.nextInt(40));
  }

  private static int depth(int node) {
    return node == 0 ? 0 : 1 + (node - 1) % 4;
  }

  private static int parent(int node) {
    int parent = node - 1;
    while (depth(parent) != depth(node) - 1) {
      parent--;
    }
    return parent;
  }

  private long[] ownNanos(int category, SplittableRandom random) {
    long[] own = new long[nodes];
    for (int node = 0; node < nodes; node++) {
      double typical =
          200_000 * Math.exp(new SplittableRandom(category * 77L + node).nextDouble(4));
      own[node] = (long) (typical * Math.exp(0.5 * random.nextGaussian())) / unitNanos * unitNanos;
    }
    return own;
  }

  /** Calls follow one another, after half of the own time of their parent. */
  private PackedSpans spans(int category, long[] own, long[] inclusive, SplittableRandom random) {
    SpanPacker packer = new SpanPacker();
    long[] start = new long[nodes];
    long[] next = new long[nodes];
    for (int node = 0; node < nodes; node++) {
      int parent = node == 0 ? 0 : parent(node);
      start[node] = node == 0 ? 0 : next[parent];
      next[parent] = node == 0 ? 0 : start[node] + inclusive[node];
      next[node] = start[node] + own[node] / 2;
      Frame frame = frame(category, node);
      packer.add(
          node - parent,
          random.nextLong(),
          frame.service(),
          frame.operation(),
          "host-" + (frame.service().hashCode() & 15) * HOSTS / 16 + "-" + random.nextInt(8),
          node % 2 == 0 ? SpanKind.SERVER : SpanKind.CLIENT,
          node % 31 == 30,
          node % 17 == 16,
          false,
          start[node] - start[parent],
          inclusive[node]);
    }
    return packer.finish();
  }
}
