package io.tracemill.store;

import io.tracemill.analysis.request.KeptSpans;
import io.tracemill.analysis.request.NodeTimes;
import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.request.RequestRole;
import io.tracemill.analysis.sample.IndexedRequest;
import io.tracemill.analysis.sample.KeptCategory;
import io.tracemill.analysis.sample.WeightedRequest;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.span.TraceId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
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

  /** A request; one of ten keeps its spans. */
  public WeightedRequest request(long number, long timeMillis) {
    SplittableRandom random = new SplittableRandom(number * 0xD1342543DE82EF95L);
    int category = random.nextInt(endpoints * categories);
    NodeTimes times = times(category, random);
    long duration = times.inclusiveNanos()[0];
    long start = timeMillis * 1_000_000 - duration - random.nextLong(1_000_000_000);
    boolean failed = random.nextInt(100) == 0;
    return new WeightedRequest(
        new IndexedRequest(
            new TraceId(random.nextLong(), random.nextLong()),
            random.nextLong(),
            RequestRole.ENTRY,
            endpoint(category),
            timeMillis,
            start,
            duration,
            failed,
            random.nextInt(200) != 0,
            nodes,
            1 + random.nextInt(3),
            new CallTreeSignature(category, 7),
            flow(category),
            List.of(
                new RequestAttribute("service-0", "version", "v" + random.nextInt(3)),
                new RequestAttribute("service-0", "region", "r" + random.nextInt(5))),
            times,
            random.nextInt(10) == 0
                ? Optional.of(spans(category, times, start))
                : Optional.empty()),
        random.nextInt(1, 50) / 4.0,
        random.nextDouble(),
        0.25);
  }

  /** The call tree of a category. */
  public KeptCategory category(int category, long timeMillis) {
    List<CanonicalForm.Node> form = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      form.add(new CanonicalForm.Node(depth(node), frame(category, node), node % 17 == 16, 1));
    }
    return new KeptCategory(
        timeMillis, endpoint(category), flow(category), new CanonicalForm(form, false));
  }

  private Frame endpoint(int category) {
    return frame(category - category % categories, 0);
  }

  private static CallTreeSignature flow(int category) {
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

  private NodeTimes times(int category, SplittableRandom random) {
    int[] calls = new int[nodes];
    long[] inclusive = new long[nodes];
    long[] exclusive = new long[nodes];
    long[] critical = new long[nodes];
    String[] hosts = new String[nodes];
    for (int node = nodes - 1; node >= 0; node--) {
      double typical =
          200_000 * Math.exp(new SplittableRandom(category * 77L + node).nextDouble(4));
      double noise = Math.exp(0.5 * random.nextGaussian());
      calls[node] = 1;
      exclusive[node] = (long) (typical * noise) / unitNanos * unitNanos;
      inclusive[node] += exclusive[node];
      critical[node] = node % 3 == 2 ? 0 : exclusive[node];
      for (int parent = node - 1; parent >= 0 && node > 0; parent--) {
        if (depth(parent) == depth(node) - 1) {
          inclusive[parent] += inclusive[node];
          break;
        }
      }
      hosts[node] =
          "host-"
              + (frame(category, node).service().hashCode() & 15) * HOSTS / 16
              + "-"
              + random.nextInt(8);
    }
    return new NodeTimes(calls, inclusive, exclusive, critical, hosts);
  }

  private KeptSpans spans(int category, NodeTimes times, long start) {
    List<KeptSpans.Span> spans = new ArrayList<>();
    long at = 0;
    for (int node = 0; node < nodes; node++) {
      int parent = node - 1;
      while (parent >= 0 && depth(parent) != depth(node) - 1) {
        parent--;
      }
      spans.add(
          new KeptSpans.Span(
              parent,
              frame(category, node),
              times.hosts()[node],
              node % 2 == 0 ? SpanKind.SERVER : SpanKind.CLIENT,
              at,
              times.inclusiveNanos()[node],
              node % 5 == 0 ? start % 1000 : 0,
              node % 31 == 30));
      at += times.exclusiveNanos()[node];
    }
    long total = Arrays.stream(times.exclusiveNanos()).sum();
    return new KeptSpans(
        spans,
        List.of(
            new KeptSpans.Section(0, 0, total / 3),
            new KeptSpans.Section(nodes - 1, total / 3, total)));
  }
}
