package io.tracemill.bench.workload;

import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.DurationScale;
import io.tracemill.analysis.sums.Histogram;
import io.tracemill.analysis.sums.PaneCounts;
import io.tracemill.analysis.sums.PaneCounts.Evidence;
import io.tracemill.analysis.sums.PlaceCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Healthy panes of many endpoints that share services, the same for every run.
 *
 * <p>An endpoint calls three services. Its {@link #PLACES} places are its own operation and, for
 * each service, the edge to it, one operation, and the whole service. A third of its {@link #CALLS}
 * calls occur in every request. An endpoint has about 5 to 200 requests in a pane, with log-normal
 * times. One in a thousand fails at each place.
 */
public final class PaneTraffic {
  /** Places of an endpoint, in addition to the request itself. */
  public static final int PLACES = 10;

  /** Calls of an endpoint. */
  public static final int CALLS = 50;

  private static final int SERVICES = 200;
  private static final int SERVICES_EACH = 3;
  private static final int OPERATIONS = 5;
  private static final int CALLS_OF_A_FRAME = 10;
  private static final int MIN_REQUESTS = 5;
  private static final int MAX_REQUESTS = 200;
  private static final int SPANS_PER_REQUEST = 50;
  private static final double SIGMA = 0.5;
  private static final double FAILED = 0.001;
  private static final double MIN_NANOS = 1e6;
  private static final double NANOS_RATIO = 50;

  private final DurationScale scale;
  private final SplittableRandom random = new SplittableRandom(1);
  private final List<Endpoint> endpoints;

  /** The typical pane of an endpoint: the median time of each place and the share of each call. */
  private record Endpoint(
      Frame name, double requests, Map<Place, Double> medians, Map<Call, Double> shares) {}

  public PaneTraffic(int endpoints, DurationScale scale) {
    this.scale = scale;
    this.endpoints = IntStream.range(0, endpoints).mapToObj(this::endpoint).toList();
  }

  private Endpoint endpoint(int number) {
    Frame name = Frame.of(service(number), "GET /" + number);
    Map<Place, Double> medians = new TreeMap<>(Place.ORDER);
    medians.put(Place.Request.WHOLE, median());
    medians.put(new Place.Operation(name), median());
    for (int called = 1; called <= SERVICES_EACH; called++) {
      String callee = service(number + called);
      medians.put(new Place.Edge(name.service(), callee), median());
      medians.put(new Place.Operation(operation(callee, number % OPERATIONS)), median());
      medians.put(new Place.Service(callee), median());
    }
    Map<Call, Double> shares = new TreeMap<>();
    for (int call = 0; call < CALLS; call++) {
      Frame parent =
          call < CALLS_OF_A_FRAME ? name : operation(service(number + 1), call / CALLS_OF_A_FRAME);
      Frame child = operation(service(number + 2), call);
      shares.put(new Call(parent, child), call % 3 == 0 ? 1 : random.nextDouble());
    }
    double requests =
        MIN_REQUESTS * Math.pow(MAX_REQUESTS / (double) MIN_REQUESTS, random.nextDouble());
    return new Endpoint(name, requests, medians, shares);
  }

  private static String service(int number) {
    return "service-" + number % SERVICES;
  }

  private static Frame operation(String service, int number) {
    return Frame.of(service, "operation-" + number);
  }

  private double median() {
    return MIN_NANOS * Math.pow(NANOS_RATIO, random.nextDouble());
  }

  /** Generates {@code count} panes, each with all endpoints. */
  public List<List<PaneCounts>> panes(int count) {
    List<List<PaneCounts>> panes = new ArrayList<>();
    for (int pane = 0; pane < count; pane++) {
      panes.add(endpoints.stream().map(this::pane).toList());
    }
    return panes;
  }

  private PaneCounts pane(Endpoint endpoint) {
    int requests =
        Math.max(
            MIN_REQUESTS,
            (int) (endpoint.requests + Math.sqrt(endpoint.requests) * random.nextGaussian()));
    SortedMap<Place, PlaceCounts> places = new TreeMap<>(Place.ORDER);
    endpoint.medians.forEach((place, median) -> places.put(place, place(requests, median)));
    SortedMap<Frame, Long> parents = new TreeMap<>();
    SortedMap<Call, Long> calls = new TreeMap<>();
    endpoint.shares.forEach(
        (call, share) -> {
          parents.put(call.parent(), (long) requests);
          calls.put(call, chosen(requests, share));
        });
    Evidence evidence = new Evidence((long) requests * SPANS_PER_REQUEST, requests, 0, 0);
    return new PaneCounts(endpoint.name, 0, evidence, places, parents, calls);
  }

  private PlaceCounts place(int requests, double median) {
    int[] bins = new int[DurationScale.BINS];
    for (int request = 0; request < requests; request++) {
      bins[scale.bin(median * Math.exp(SIGMA * random.nextGaussian()))]++;
    }
    return new PlaceCounts(requests, chosen(requests, FAILED), Histogram.of(bins));
  }

  /** The number of requests chosen, each with this probability. */
  private long chosen(int requests, double probability) {
    long chosen = 0;
    for (int request = 0; request < requests; request++) {
      chosen += random.nextDouble() < probability ? 1 : 0;
    }
    return chosen;
  }
}
