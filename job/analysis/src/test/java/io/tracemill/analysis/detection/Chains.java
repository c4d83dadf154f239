package io.tracemill.analysis.detection;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.place.Place.Edge;
import io.tracemill.analysis.place.Place.Operation;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.DurationScale;
import io.tracemill.analysis.sums.PaneCounts;
import io.tracemill.analysis.sums.PaneCounts.Evidence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Made-up requests of endpoints whose services call each other in a chain. Every edge and every
 * operation takes about 20 ms; what is slow, fails or is not called can change between panes.
 *
 * <pre>
 *   front checkout -- edge --> payment op -- edge --> bank op
 * </pre>
 */
public final class Chains {
  static final double MILLIS = 20;

  private static final double SPREAD = 0.3;

  private final Random random;
  private final DurationScale scale;
  private final Map<Frame, Chain> chains = new LinkedHashMap<>();
  private final Map<Place, Double> factors = new HashMap<>();
  private final Map<String, Double> failing = new HashMap<>();
  private final Map<String, Double> missing = new HashMap<>();
  private final Map<String, Double> querying = new HashMap<>();
  private Evidence evidence = Evidence.NONE;

  private record Chain(int requests, List<String> services, Map<Place, Double> factors) {}

  public Chains(long seed) {
    this(seed, DetectionRules.standard().scale());
  }

  private Chains(long seed, DurationScale scale) {
    random = new Random(seed);
    this.scale = scale;
  }

  /** An endpoint, of the first service, with so many requests a pane. Replaces one of that name. */
  public Frame endpoint(String name, int requests, String... services) {
    Frame endpoint = Frame.of(services[0], name);
    chains.put(endpoint, new Chain(requests, List.of(services), new HashMap<>()));
    return endpoint;
  }

  /** No more requests of an endpoint. */
  public void remove(Frame endpoint) {
    chains.remove(endpoint);
  }

  public static Place edge(String caller, String callee) {
    return new Edge(caller, callee);
  }

  static Place operation(String service) {
    return new Operation(frame(service));
  }

  /** The operation of a service that is not the first of a chain. */
  static Frame frame(String service) {
    return Frame.of(service, "op");
  }

  public void slower(Place place, double factor) {
    factors.put(place, factor);
  }

  void slower(Frame endpoint, Place place, double factor) {
    requireNonNull(chains.get(endpoint)).factors().put(place, factor);
  }

  /** A part of a service's requests fails, and all that called it. */
  public void failing(String service, double share) {
    failing.put(service, share);
  }

  /** A part of the requests does not call a service, nor what is behind it. */
  public void missing(String service, double share) {
    missing.put(service, share);
  }

  /** A part of a service's requests makes a query, which takes as long as the service itself. */
  void querying(String service, double share) {
    querying.put(service, share);
  }

  /** How complete each endpoint's traces are. */
  void evidence(Evidence seen) {
    evidence = seen;
  }

  public void healthy() {
    factors.clear();
    failing.clear();
    missing.clear();
    evidence = Evidence.NONE;
    chains.values().forEach(chain -> chain.factors().clear());
  }

  public List<PaneCounts> pane(long paneMillis) {
    List<PaneCounts> pane = new ArrayList<>();
    chains.forEach((endpoint, chain) -> pane.add(requests(endpoint, chain).build(paneMillis)));
    return pane;
  }

  private PaneBuilder requests(Frame endpoint, Chain chain) {
    PaneBuilder builder = new PaneBuilder(scale, endpoint).evidence(evidence);
    int[] reached = new int[chain.services().size()];
    Map<Place, Long> failed = new HashMap<>();
    for (int request = 0; request < chain.requests(); request++) {
      int deepest = deepest(chain);
      double sum = own(new Operation(endpoint), chain, builder);
      for (int i = 1; i <= deepest; i++) {
        sum += service(chain, i, builder);
        reached[i]++;
      }
      builder.time(Place.Request.WHOLE, sum);
      fail(endpoint, chain, deepest, failed);
    }
    failed.forEach(builder::failed);
    reached[0] = chain.requests();
    for (int i = 0; i < reached.length; i++) {
      builder.frame(frame(endpoint, chain, i), reached[i]);
    }
    for (int i = 1; i < reached.length; i++) {
      Frame caller = frame(endpoint, chain, i - 1);
      builder.call(caller, reached[i - 1], frame(endpoint, chain, i), reached[i]);
    }
    return builder;
  }

  static Frame query(String service) {
    return Frame.of(service, "query");
  }

  private static Frame frame(Frame endpoint, Chain chain, int i) {
    return i == 0 ? endpoint : frame(chain.services().get(i));
  }

  private int deepest(Chain chain) {
    int last = 0;
    while (last + 1 < chain.services().size()
        && random.nextDouble() >= missing.getOrDefault(chain.services().get(last + 1), 0.0)) {
      last++;
    }
    return last;
  }

  private double service(Chain chain, int i, PaneBuilder builder) {
    String service = chain.services().get(i);
    double sum =
        own(edge(chain.services().get(i - 1), service), chain, builder)
            + own(operation(service), chain, builder);
    if (random.nextDouble() < querying.getOrDefault(service, 0.0)) {
      sum += own(new Operation(query(service)), chain, builder);
      builder.call(frame(service), 1, query(service), 1);
    }
    builder.time(new Place.Service(service), sum / 2);
    return sum;
  }

  private double own(Place place, Chain chain, PaneBuilder builder) {
    double factor = factors.getOrDefault(place, 1.0) * chain.factors().getOrDefault(place, 1.0);
    double millis = MILLIS * factor * Math.exp(SPREAD * random.nextGaussian());
    builder.time(place, millis);
    return millis;
  }

  private void fail(Frame endpoint, Chain chain, int deepest, Map<Place, Long> failed) {
    boolean fails = false;
    for (int i = deepest; i >= 0; i--) {
      String service = chain.services().get(i);
      fails |= random.nextDouble() < failing.getOrDefault(service, 0.0);
      if (fails) {
        failed.merge(new Operation(frame(endpoint, chain, i)), 1L, Long::sum);
        failed.merge(
            i == 0 ? Place.Request.WHOLE : edge(chain.services().get(i - 1), service),
            1L,
            Long::sum);
      }
    }
  }
}
