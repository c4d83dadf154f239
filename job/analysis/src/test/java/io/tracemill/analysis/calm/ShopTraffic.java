package io.tracemill.analysis.calm;

import static io.tracemill.analysis.calm.Flow.flow;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.analysis.span.Frame;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A shop whose traffic is healthy and not tame. Its load, and with it the mix of its endpoints,
 * follows the hours of the day, each endpoint with hours of its own, and now and then a minute has
 * three times as much. Slow minutes are slow for all requests that use a service, and come in rows:
 * the logarithm of each service's times, and the odds of the flows, remember the minute before.
 */
final class ShopTraffic {
  static final String DB = "db";

  private static final double SPREAD = 0.4;
  private static final double MEMORY = 0.6;
  private static final double SLOW_MINUTES = 0.08;
  private static final double MIX = 0.15;
  private static final double DAILY = 0.6;
  private static final double BURSTS = 0.01;
  private static final int MINUTES_OF_DAY = 1440;

  private record Endpoint(Frame frame, double perMinute, int peakHour, List<Flow> flows) {}

  private static final Frame HOME = Frame.of("shop", "GET /");
  private static final Frame CART = Frame.of("shop", "GET /cart");
  private static final Frame BUY = Frame.of("shop", "POST /buy");
  private static final Frame REPORT = Frame.of("office", "GET /report");

  private static final List<Endpoint> ENDPOINTS =
      List.of(
          new Endpoint(
              HOME,
              30,
              20,
              List.of(
                  flow(80, HOME, 4).call("catalog", 0.5, 3).then("cache", 0.3, 1),
                  flow(20, HOME, 4)
                      .call("catalog", 0.5, 3)
                      .then("cache", 0.3, 1)
                      .call(DB, 0.5, 12))),
          new Endpoint(
              CART,
              15,
              18,
              List.of(
                  flow(60, CART, 3).call("cart", 0.5, 2).then(DB, 0.5, 8),
                  flow(30, CART, 3)
                      .call("cart", 0.5, 2)
                      .then(DB, 0.5, 8)
                      .call("catalog", 0.5, 3)
                      .then("cache", 0.3, 1),
                  flow(10, CART, 3).call("cart", 0.5, 2))),
          new Endpoint(
              BUY,
              8,
              19,
              List.of(
                  flow(90, BUY, 5).call("pay", 0.5, 4).then("bank", 5, 60).call("mail", 0.5, 2),
                  flow(10, BUY, 5).call("pay", 0.5, 4).then("bank", 5, 60).then("bank", 5, 60))),
          new Endpoint(REPORT, 2, 11, List.of(flow(100, REPORT, 20).call(DB, 0.5, 90))));

  private final ProfileLimits limits;
  private final Random random;
  private final Requests requests;
  private final Map<String, Double> states = new HashMap<>();
  private long minute;

  ShopTraffic(long seed, ProfileLimits limits) {
    this.limits = limits;
    this.random = new Random(seed);
    this.requests = new Requests(random, SPREAD);
  }

  static List<Frame> endpoints() {
    return ENDPOINTS.stream().map(Endpoint::frame).toList();
  }

  /**
   * The requests of the next minute, by endpoint.
   *
   * @param slowDatabase by what the times of the database are multiplied; 1 for a healthy one
   */
  Map<Frame, EndpointAccumulator> minute(double slowDatabase) {
    Map<String, Double> slow = new HashMap<>();
    for (String service :
        List.of("shop", "office", "catalog", "cache", DB, "cart", "pay", "bank")) {
      slow.put(service, Math.exp(next(service, SLOW_MINUTES)));
    }
    slow.merge(DB, slowDatabase, (healthy, factor) -> healthy * factor);
    Map<Frame, EndpointAccumulator> pane = new LinkedHashMap<>();
    for (Endpoint endpoint : ENDPOINTS) {
      pane.put(endpoint.frame(), requests(endpoint, slow));
    }
    minute++;
    return pane;
  }

  private EndpointAccumulator requests(Endpoint endpoint, Map<String, Double> slow) {
    EndpointAccumulator sums = new EndpointAccumulator(limits);
    double[] weights = new double[endpoint.flows().size()];
    double all = 0;
    for (int i = 0; i < weights.length; i++) {
      weights[i] =
          endpoint.flows().get(i).weight() * Math.exp(next(endpoint.frame() + " " + i, MIX));
      all += weights[i];
    }
    for (int left = poisson(random, load(endpoint)); left > 0; left--) {
      double drawn = random.nextDouble() * all;
      int flow = 0;
      while (flow < weights.length - 1 && drawn >= weights[flow]) {
        drawn -= weights[flow++];
      }
      sums.add(
          requests.of(
              endpoint.flows().get(flow),
              step -> slow.getOrDefault(service(step), 1.0),
              step -> 0));
    }
    return sums;
  }

  private static String service(PathStep step) {
    return step.callee().orElse(step.frame().service());
  }

  private double load(Endpoint endpoint) {
    double hour = (minute % MINUTES_OF_DAY) / 60.0 - endpoint.peakHour();
    double burst = random.nextDouble() < BURSTS ? 3 : 1;
    return endpoint.perMinute() * burst * (1 + DAILY * Math.cos(2 * Math.PI * hour / 24));
  }

  /** The next state of something that remembers its last one. */
  private double next(String what, double deviation) {
    double last = states.getOrDefault(what, 0.0);
    double now = MEMORY * last + deviation * Math.sqrt(1 - MEMORY * MEMORY) * random.nextGaussian();
    states.put(what, now);
    return now;
  }

  /** How many come of what comes independently. */
  static int poisson(Random random, double mean) {
    double limit = Math.exp(-mean);
    int count = 0;
    for (double product = random.nextDouble(); product > limit; product *= random.nextDouble()) {
      count++;
    }
    return count;
  }
}
