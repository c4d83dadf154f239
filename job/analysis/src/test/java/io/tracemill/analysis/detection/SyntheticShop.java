package io.tracemill.analysis.detection;

import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.DurationScale;
import io.tracemill.analysis.sums.PaneCounts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.math3.distribution.PoissonDistribution;
import org.apache.commons.math3.random.JDKRandomGenerator;
import org.apache.commons.math3.random.RandomGenerator;

/**
 * Made-up traffic of a healthy system: load goes up and down through the day and bursts, services
 * are slow and fast for minutes at a time, shares of calls drift, and two of a thousand calls take
 * seconds. A fault can be put on top.
 */
final class SyntheticShop {
  private static final double PANE_MINUTES = 0.5;
  private static final double DAY_MILLIS = 86_400_000;
  private static final double MEMORY = 0.6;
  private static final double[] SHARES = {1, 0.9, 0.5, 0.2};

  private final RandomGenerator random;
  private final DurationScale scale;
  private final Traffic traffic;
  private final List<Endpoint> endpoints = new ArrayList<>();
  private final Map<String, Double> slowness = new LinkedHashMap<>();
  private final double[] logits;
  private double burst = 1;
  private long minute = -1;

  /**
   * How much comes, and how much it varies.
   *
   * @param low fewest requests a minute of an endpoint
   * @param high most requests a minute of an endpoint
   * @param slow standard deviation of a service's logarithmic slowness from minute to minute
   * @param unit of all times, milliseconds
   */
  record Traffic(double low, double high, double slow, double unit) {
    Traffic(double low, double high, double slow) {
      this(low, high, slow, 1);
    }

    static Traffic standard() {
      return new Traffic(1, 600, 0.2);
    }
  }

  /** What a fault does to a request's milliseconds at a place. */
  interface Fault {
    Fault NONE = (place, millis) -> millis;

    double millis(Place place, double millis);
  }

  private record Step(Place place, double logMillis, double spread, double share) {}

  private record Endpoint(Frame frame, double rate, double phase, List<Step> steps) {}

  SyntheticShop(long seed, int endpointCount, DurationScale scale, Traffic traffic) {
    random = new JDKRandomGenerator(Math.toIntExact(seed * 7919 + 17));
    this.scale = scale;
    this.traffic = traffic;
    logits = new double[endpointCount];
    for (int i = 0; i < endpointCount; i++) {
      endpoints.add(endpoint(i));
      logits[i] = 0.3 * random.nextGaussian();
    }
  }

  private Endpoint endpoint(int number) {
    double rate = Math.exp(uniform(Math.log(traffic.low()), Math.log(traffic.high())));
    String front = "front" + number % 3;
    List<Step> steps = new ArrayList<>();
    steps.add(
        new Step(
            new Place.Operation(Frame.of(front, "op" + number)),
            uniform(1, 3),
            uniform(0.4, 1),
            1));
    List<Integer> services = new ArrayList<>(List.of(0, 1, 2, 3, 4, 5, 6, 7));
    int used = 3 + random.nextInt(3);
    for (int k = 0; k < used; k++) {
      String service = "s" + services.remove(random.nextInt(services.size()));
      double share = k < 2 ? 1 : SHARES[random.nextInt(SHARES.length)];
      steps.add(new Step(new Place.Edge(front, service), uniform(1, 3.5), uniform(0.3, 1), share));
      steps.add(
          new Step(
              new Place.Operation(Frame.of(service, "op" + number % 2)),
              uniform(1, 4.5),
              uniform(0.4, 1.2),
              share));
    }
    return new Endpoint(Frame.of(front, "e" + number), rate, uniform(0, 24), steps);
  }

  private double uniform(double from, double to) {
    return from + (to - from) * random.nextDouble();
  }

  /** Places of the first endpoint that requests always wait for. */
  List<Place> placesOfFirst() {
    return endpoints.get(0).steps().stream()
        .filter(step -> step.share() == 1)
        .map(Step::place)
        .toList();
  }

  /** The requests of one pane of 30 s. */
  List<PaneCounts> pane(long endMillis, Fault fault) {
    passMinute((endMillis - 1) / 60_000);
    List<PaneCounts> pane = new ArrayList<>();
    for (int i = 0; i < endpoints.size(); i++) {
      Endpoint endpoint = endpoints.get(i);
      double hours = endMillis % DAY_MILLIS / 3_600_000;
      double load = (1 + 0.6 * Math.sin((hours - endpoint.phase()) / 24 * 2 * Math.PI)) * burst;
      double mean = endpoint.rate() * load * PANE_MINUTES;
      int requests = new PoissonDistribution(random, mean, 1e-9, 10_000).sample();
      if (requests > 0) {
        pane.add(requests(endpoint, logits[i], requests, load, fault).build(endMillis - 30_000));
      }
    }
    return pane;
  }

  private void passMinute(long now) {
    if (now == minute) {
      return;
    }
    minute = now;
    double fresh = Math.sqrt(1 - MEMORY * MEMORY);
    slowness.replaceAll(
        (service, slow) -> MEMORY * slow + fresh * traffic.slow() * random.nextGaussian());
    for (int i = 0; i < logits.length; i++) {
      logits[i] = MEMORY * logits[i] + fresh * 0.3 * random.nextGaussian();
    }
    burst = random.nextDouble() < 0.01 ? 3 : 1;
  }

  private PaneBuilder requests(
      Endpoint endpoint, double logit, int requests, double load, Fault fault) {
    PaneBuilder builder = new PaneBuilder(scale, endpoint.frame());
    Map<String, boolean[]> made = new HashMap<>();
    Map<String, double[]> ofService = new TreeMap<>();
    Map<String, Integer> places = new TreeMap<>();
    double[] whole = new double[requests];
    for (Step step : endpoint.steps()) {
      String service = step.place().service();
      boolean[] has = made.computeIfAbsent(service, added -> made(requests, step.share(), logit));
      double slow = slowness.computeIfAbsent(service, added -> 0.0);
      double[] sum = ofService.computeIfAbsent(service, added -> new double[requests]);
      places.merge(service, 1, Integer::sum);
      for (int request = 0; request < requests; request++) {
        double log =
            step.logMillis() + slow + step.spread() * random.nextGaussian() + 0.05 * Math.log(load);
        double outlier = random.nextDouble() < 0.002 ? 3000 * random.nextDouble() : 0;
        double millis = fault.millis(step.place(), traffic.unit() * (Math.exp(log) + outlier));
        if (has[request]) {
          whole[request] += millis;
          sum[request] += millis;
          builder.time(step.place(), millis);
        }
      }
      if (step.place() instanceof Place.Edge edge) {
        call(builder, endpoint, edge, has);
      }
    }
    for (Map.Entry<String, double[]> service : ofService.entrySet()) {
      int parts = places.getOrDefault(service.getKey(), 0);
      boolean[] has = made.getOrDefault(service.getKey(), new boolean[requests]);
      for (int request = 0; request < requests && parts > 1; request++) {
        if (has[request]) {
          builder.time(new Place.Service(service.getKey()), service.getValue()[request] / parts);
        }
      }
    }
    return builder.times(Place.Request.WHOLE, requests, request -> whole[Math.toIntExact(request)]);
  }

  private boolean[] made(int requests, double share, double logit) {
    double drifted = share == 1 ? 1 : 1 / (1 + Math.exp(-Math.log(share / (1 - share)) - logit));
    boolean[] made = new boolean[requests];
    for (int request = 0; request < requests; request++) {
      made[request] = random.nextDouble() < drifted;
    }
    return made;
  }

  private static void call(PaneBuilder builder, Endpoint endpoint, Place.Edge edge, boolean[] has) {
    int having = 0;
    for (boolean each : has) {
      having += each ? 1 : 0;
    }
    String operation = endpoint.frame().operation().substring(1);
    builder.call(
        Frame.of(edge.caller(), "op" + operation),
        has.length,
        Frame.of(edge.callee(), "op" + Integer.parseInt(operation) % 2),
        having);
  }
}
