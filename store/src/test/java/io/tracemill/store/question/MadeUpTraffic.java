package io.tracemill.store.question;

import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.request.RequestRole;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.trace.PackedSpans;
import io.tracemill.analysis.trace.SpanPacker;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Requests with random times, of few endpoints and categories. */
public final class MadeUpTraffic {
  public static final long START_MILLIS = 1_795_000_200_000L;

  private MadeUpTraffic() {}

  /** A category of an endpoint; siblings are in the order of their names, as in every form. */
  public static MadeUpCategory category(Frame endpoint, int number, CanonicalForm.Node... nodes) {
    return new MadeUpCategory(
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
  public static KeptRequest request(
      MadeUpCategory category,
      long timeMillis,
      long durationNanos,
      boolean failed,
      double weight,
      Random random,
      long... below) {
    PackedSpans spans = spans(category.form().nodes(), durationNanos, below, random);
    return new KeptRequest(
        new TraceId(random.nextLong(), random.nextLong()),
        random.nextLong(),
        RequestRole.values()[random.nextInt(2)],
        category.endpoint(),
        timeMillis,
        timeMillis * 1_000_000 - durationNanos,
        durationNanos,
        failed,
        random.nextInt(20) > 0,
        category.form().nodes().size(),
        category.category(),
        List.of(
            new RequestAttribute("shop", "version", "v" + random.nextInt(3)),
            new RequestAttribute("it's", "tenant", "t" + random.nextInt(2))),
        false,
        spans,
        weight,
        weight == 1 ? 1 : 0.5,
        false);
  }

  /** A span for each call of a node; children begin with their parent and are no longer. */
  private static PackedSpans spans(
      List<CanonicalForm.Node> nodes, long durationNanos, long[] below, Random random) {
    SpanPacker packer = new SpanPacker();
    List<Long> durations = new ArrayList<>();
    List<Integer> above = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      CanonicalForm.Node node = nodes.get(i);
      int parent = node.depth() == 0 ? 0 : above.get(node.depth() - 1);
      above.subList(node.depth(), above.size()).clear();
      above.add(durations.size());
      for (int call = 0; call < node.run(); call++) {
        long nanos =
            i == 0
                ? durationNanos
                : Math.min(durations.get(parent), i <= below.length ? below[i - 1] : 0);
        packer.add(
            durations.size() - parent,
            random.nextLong(),
            node.frame().service(),
            node.frame().operation(),
            "h" + random.nextInt(3),
            i == 0 ? SpanKind.SERVER : SpanKind.CLIENT,
            false,
            node.async(),
            false,
            0,
            nanos);
        durations.add(nanos);
      }
    }
    return packer.finish();
  }

  /** Requests of the categories over some hours; few with weight 0, and all 1 unless sampled. */
  public static List<KeptRequest> random(
      List<MadeUpCategory> categories, int count, int hours, boolean sampled, Random random) {
    return IntStream.range(0, count)
        .mapToObj(
            i -> {
              MadeUpCategory category = categories.get(random.nextInt(categories.size()));
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
