package io.tracemill.store.question;

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
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/** Requests with random times, of few endpoints and categories. */
public final class MadeUpTraffic {
  public static final long START_MILLIS = 1_795_000_200_000L;

  private MadeUpTraffic() {}

  /** An endpoint with its categories, whose call trees have these depths. */
  public static KeptCategory category(Frame endpoint, int number, CanonicalForm.Node... nodes) {
    return new KeptCategory(
        START_MILLIS,
        endpoint,
        new CallTreeSignature(endpoint.hashHigh(), number),
        new CanonicalForm(List.of(nodes), false));
  }

  public static CanonicalForm.Node node(int depth, String service, String operation) {
    return new CanonicalForm.Node(depth, Frame.of(service, operation), false, 1);
  }

  /**
   * A request whose nodes below the root take these times.
   *
   * @param below inclusive times of the nodes below the root, in nanoseconds
   */
  public static WeightedRequest request(
      KeptCategory category,
      long timeMillis,
      long durationNanos,
      boolean failed,
      double weight,
      Random random,
      long... below) {
    int size = category.form().nodes().size();
    long[] inclusive = new long[size];
    inclusive[0] = durationNanos;
    System.arraycopy(below, 0, inclusive, 1, Math.min(below.length, size - 1));
    int[] calls = category.form().nodes().stream().mapToInt(CanonicalForm.Node::run).toArray();
    String[] hosts = new String[size];
    Arrays.fill(hosts, "h" + random.nextInt(3));
    long[] own = IntStream.range(0, size).mapToLong(i -> inclusive[i] / 2).toArray();
    long[] critical = IntStream.range(0, size).mapToLong(i -> inclusive[i] / 4).toArray();
    IndexedRequest request =
        new IndexedRequest(
            new TraceId(random.nextLong(), random.nextLong()),
            random.nextLong(),
            RequestRole.values()[random.nextInt(2)],
            category.endpoint(),
            timeMillis,
            timeMillis * 1_000_000 - durationNanos,
            durationNanos,
            failed,
            random.nextInt(20) > 0,
            size,
            1,
            category.flow(),
            category.flow(),
            List.of(
                new RequestAttribute("shop", "version", "v" + random.nextInt(3)),
                new RequestAttribute("it's", "tenant", "t" + random.nextInt(2))),
            new NodeTimes(calls, inclusive, own, critical, hosts),
            Optional.empty());
    return new WeightedRequest(request, weight, random.nextDouble(), weight == 1 ? 1 : 0.5);
  }

  /** The same with kept spans: that of the request, and one of the service pay. */
  public static WeightedRequest withSpans(WeightedRequest weighted) {
    IndexedRequest request = weighted.request();
    KeptSpans spans =
        new KeptSpans(
            List.of(
                new KeptSpans.Span(
                    -1,
                    request.endpoint(),
                    "h1",
                    SpanKind.SERVER,
                    0,
                    request.durationNanos(),
                    0,
                    false),
                new KeptSpans.Span(
                    0, Frame.of("pay", "charge"), "", SpanKind.CLIENT, 10, 500, -7, true)),
            List.of(
                new KeptSpans.Section(0, 0, 10),
                new KeptSpans.Section(1, 10, 510),
                new KeptSpans.Section(0, 510, request.durationNanos())));
    return new WeightedRequest(
        new IndexedRequest(
            request.traceId(),
            request.spanId(),
            request.role(),
            request.endpoint(),
            request.timeMillis(),
            request.startNanos(),
            request.durationNanos(),
            request.failed(),
            request.complete(),
            request.spanCount(),
            request.samplingWeight(),
            request.structure(),
            request.flow(),
            request.attributes(),
            request.nodes(),
            Optional.of(spans)),
        weighted.weight(),
        weighted.samplePoint(),
        weighted.uniformBelow());
  }

  /** Requests of the categories over some hours; few with weight 0, and all 1 unless sampled. */
  public static List<WeightedRequest> random(
      List<KeptCategory> categories, int count, int hours, boolean sampled, Random random) {
    return IntStream.range(0, count)
        .mapToObj(
            i -> {
              KeptCategory category = categories.get(random.nextInt(categories.size()));
              long[] below =
                  random.longs(category.form().nodes().size() - 1L, 1_000, 50_000_000).toArray();
              double weight = sampled ? random.nextInt(5) * 1.5 : 1;
              return request(
                  category,
                  START_MILLIS + random.nextInt(hours * 3_600_000),
                  1 + Math.round(20e6 * Math.exp(random.nextGaussian())),
                  random.nextInt(10) == 0,
                  weight,
                  random,
                  below);
            })
        .toList();
  }
}
