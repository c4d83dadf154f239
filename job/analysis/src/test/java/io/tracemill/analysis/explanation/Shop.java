package io.tracemill.analysis.explanation;

import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.request.GivenDetails;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.request.RequestRole;
import io.tracemill.analysis.request.RequestShape;
import io.tracemill.analysis.request.Shapes;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.signature.CanonicalForm.Node;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.sums.DurationScale;
import io.tracemill.analysis.sums.SumRules;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * The traffic of one endpoint: categories as {@link Forms} writes them, each with how many requests
 * of it come, and the mean own time of frames and edges in milliseconds. Times vary by a fifth,
 * with a seed.
 */
final class Shop {
  static final Frame ENDPOINT = Forms.frame("shop");
  static final SumRules ROOMY = new SumRules(1000, 100, 100, new DurationScale(1_000_000));
  private static final double SPREAD = 0.2;

  private final Random random;
  private final Map<String, Integer> requests = new TreeMap<>();
  private final Map<String, Double> millis = new HashMap<>();
  private final Map<RequestAttribute, Integer> attributes = new TreeMap<>();
  private final Shapes shapes = new Shapes();
  private long ids;

  private Shop(long seed) {
    random = new Random(seed);
    ids = seed << 32;
  }

  static Shop shop(long seed) {
    return new Shop(seed);
  }

  Shop category(String form, int count) {
    requests.put(form, count);
    return this;
  }

  /** The mean own time of a frame, {@code db}, or of an edge, {@code cart->db}; else 1 ms. */
  Shop takes(String place, double meanMillis) {
    millis.put(place, meanMillis);
    return this;
  }

  /** So many requests in a hundred have a span with this attribute. */
  Shop attribute(String service, String key, String value, int percent) {
    attributes.put(new RequestAttribute(service, key, value), percent);
    return this;
  }

  static CallTreeSignature category(String form) {
    return new CallTreeSignature(form.length(), form.hashCode());
  }

  List<RequestAnalysis> requests() {
    List<RequestAnalysis> all = new ArrayList<>();
    requests.forEach(
        (form, count) -> {
          for (int i = 0; i < count; i++) {
            all.add(request(form));
          }
        });
    return all;
  }

  private RequestAnalysis request(String text) {
    CallingContextTree tree = new CallingContextTree();
    CanonicalForm form = Forms.form(text);
    List<Integer> path = new ArrayList<>();
    List<Frame> frames = new ArrayList<>();
    long duration = 0;
    int span = 0;
    for (Node node : form.nodes()) {
      path = new ArrayList<>(path.subList(0, node.depth()));
      frames = new ArrayList<>(frames.subList(0, node.depth()));
      int parent = node.depth() == 0 ? -1 : path.get(node.depth() - 1);
      if (node.depth() > 0) {
        Frame caller = frames.get(node.depth() - 1);
        String edge = caller.service() + "->" + node.frame().service();
        if (millis.containsKey(edge)) {
          parent = tree.child(parent, PathStep.edge(caller, node.frame().service()));
          duration += own(tree, parent, span, edge);
        }
      }
      int at = tree.child(parent, PathStep.of(node.frame()));
      duration += own(tree, at, span++, node.frame().service());
      path.add(at);
      frames.add(node.frame());
    }
    tree.sumInclusive();
    RequestShape shape = shapes.shape(category(text), tree);
    return new RequestAnalysis(
        new TraceId(0, ++ids),
        ids,
        RequestRole.ENTRY,
        ENDPOINT,
        0,
        duration,
        span,
        true,
        false,
        0,
        0,
        shape.category(),
        shape,
        false,
        Set.of(),
        tree,
        new GivenDetails(form, attributes()));
  }

  private List<RequestAttribute> attributes() {
    return attributes.entrySet().stream()
        .filter(attribute -> random.nextInt(100) < attribute.getValue())
        .map(Map.Entry::getKey)
        .toList();
  }

  private long own(CallingContextTree tree, int node, int span, String place) {
    double mean = millis.getOrDefault(place, 1.0);
    long nanos = Math.round(1e6 * mean * Math.exp(SPREAD * random.nextGaussian()));
    tree.countSpan(node, span);
    tree.addExclusive(node, nanos);
    return nanos;
  }
}
