package io.tracemill.analysis.mutation;

import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.cohort.Cohort;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.analysis.request.GivenDetails;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.RequestRole;
import io.tracemill.analysis.request.RequestShape;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.signature.CanonicalForm.Node;
import io.tracemill.analysis.signature.Signatures;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * The traffic of one endpoint, block by block: flows as {@link Forms} writes them, each with how
 * many requests of it come in a block, and the mean own time of frames and edges in milliseconds.
 * Times vary by a fifth, with a seed.
 */
final class Shop {
  static final Frame ENDPOINT = Forms.frame("shop");
  static final ProfileLimits ROOMY = new ProfileLimits(1000, 100, 100, 5);
  private static final double SPREAD = 0.2;

  private final Random random;
  private final Map<String, Integer> requests = new TreeMap<>();
  private final Map<String, Double> millis = new HashMap<>();
  private ProfileLimits limits = ROOMY;
  private double shared;
  private RequestRole role = RequestRole.ENTRY;
  private long ids;

  private Shop(long seed) {
    random = new Random(seed);
    ids = seed << 32;
  }

  static Shop shop(long seed) {
    return new Shop(seed);
  }

  Shop flow(String form, int requestsPerBlock) {
    requests.put(form, requestsPerBlock);
    return this;
  }

  /** The mean own time of a frame, {@code db}, or of an edge, {@code cart->db}; else 1 ms. */
  Shop takes(String place, double meanMillis) {
    millis.put(place, meanMillis);
    return this;
  }

  Shop limits(ProfileLimits narrow) {
    limits = narrow;
    return this;
  }

  /** Its requests are parts of others. */
  Shop isInterior() {
    role = RequestRole.INTERIOR;
    return this;
  }

  /** How much the times and the mix of a block have in common. */
  Shop shared(double deviation) {
    shared = deviation;
    return this;
  }

  static CallTreeSignature flow(String form) {
    return new CallTreeSignature(form.length(), form.hashCode());
  }

  /** So many blocks, from the first minute on. */
  Cohort blocks(int blocks) {
    List<Cohort.Block> made = new ArrayList<>();
    for (int block = 0; block < blocks; block++) {
      made.add(new Cohort.Block(60_000L * block, block()));
    }
    return new Cohort(made);
  }

  private EndpointAccumulator block() {
    EndpointAccumulator sums = new EndpointAccumulator(limits);
    double slow = Math.exp(shared * random.nextGaussian());
    requests.forEach(
        (form, count) -> {
          long varied = Math.round(count * Math.exp(shared * random.nextGaussian()));
          for (int i = 0; i < varied; i++) {
            sums.add(request(form, slow));
          }
        });
    return sums;
  }

  private RequestAnalysis request(String text, double slow) {
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
          duration += own(tree, parent, span, edge, slow);
        }
      }
      int at = tree.child(parent, PathStep.of(node.frame()));
      duration += own(tree, at, span++, node.frame().service(), slow);
      path.add(at);
      frames.add(node.frame());
    }
    tree.sumInclusive();
    CallTreeSignature flow = flow(text);
    return new RequestAnalysis(
        new TraceId(0, ++ids),
        ids,
        role,
        ENDPOINT,
        0,
        duration,
        span,
        true,
        false,
        0,
        0,
        new Signatures(flow, flow, flow),
        RequestShape.EMPTY,
        false,
        Set.of(),
        tree,
        new GivenDetails(form, List.of()));
  }

  private long own(CallingContextTree tree, int node, int span, String place, double slow) {
    double mean = millis.getOrDefault(place, 1.0) * slow;
    long nanos = Math.round(1e6 * mean * Math.exp(SPREAD * random.nextGaussian()));
    tree.countSpan(node, span);
    tree.addExclusive(node, nanos);
    return nanos;
  }
}
