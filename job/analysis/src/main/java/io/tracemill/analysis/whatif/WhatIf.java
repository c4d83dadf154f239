package io.tracemill.analysis.whatif;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.profile.RequestSample;
import io.tracemill.analysis.profile.SampledRequest;
import io.tracemill.analysis.profile.Stratum;
import io.tracemill.analysis.request.RequestSpans;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Computes the response times of some requests after a change, from their new critical paths
 * (semantics 7.1). Each change costs time linear in the spans of all requests.
 */
public final class WhatIf {
  /**
   * A request that represents others.
   *
   * @param spans all of it
   * @param weight number of requests that it represents
   */
  public record Request(RequestSpans spans, double weight) {}

  /**
   * The effect of a change.
   *
   * @param change the change in question
   * @param before recorded response times of the same requests
   * @param after response times with the change
   * @param criticalThen the place that gains most time on the critical path, if any
   * @param criticalThenNanos the gain of that place, nanoseconds a request
   */
  public record Outcome(
      Intervention change,
      Latency before,
      Latency after,
      Optional<Place> criticalThen,
      long criticalThenNanos) {
    /** The saving of the change; negative if requests become slower. */
    public Latency saved() {
      return after.savedAgainst(before);
    }
  }

  private final List<Request> requests;
  private final PlaceNumbers places = new PlaceNumbers();
  private final RequestGraph graph;
  private final RequestModel model;
  private final Margins margins;
  private final double[] weights;
  private final double totalWeight;
  private final Latency before;
  private final double[] criticalBefore;

  /**
   * @param requests at least one
   * @param toleranceNanos as for the critical path (semantics 5)
   */
  public WhatIf(List<Request> requests, long toleranceNanos) {
    if (requests.isEmpty()) {
      throw new IllegalArgumentException("no requests");
    }
    this.requests = List.copyOf(requests);
    graph = new RequestGraph(toleranceNanos, places);
    model = new RequestModel(graph);
    margins = new Margins(graph, model);
    weights = requests.stream().mapToDouble(Request::weight).toArray();
    totalWeight = Arrays.stream(weights).sum();
    long[] durations = new long[weights.length];
    double[] critical = {};
    for (int i = 0; i < weights.length; i++) {
      model.load(requests.get(i).spans());
      // Loading a request can add places.
      critical = Arrays.copyOf(critical, places.size());
      durations[i] = model.replay(Change.NONE);
      model.addCritical(Change.NONE, weights[i] / totalWeight, critical);
    }
    before = Latency.of(durations, weights);
    criticalBefore = critical;
  }

  /** Uses the sampled requests with known spans, at least one; each represents its stratum. */
  public static WhatIf of(RequestSample sample, long toleranceNanos) {
    List<Request> requests = new ArrayList<>();
    for (Stratum stratum : sample.strata()) {
      List<RequestSpans> known =
          stratum.requests().stream()
              .map(SampledRequest::spans)
              .filter(spans -> spans.size() > 0)
              .toList();
      known.forEach(
          spans -> requests.add(new Request(spans, (double) stratum.count() / known.size())));
    }
    return new WhatIf(requests, toleranceNanos);
  }

  /** The response times with each change; each request is loaded once. */
  private List<Latency> replay(List<Change> changes, List<double[]> critical) {
    long[][] durations = new long[changes.size()][weights.length];
    for (int i = 0; i < weights.length; i++) {
      model.load(requests.get(i).spans());
      for (int c = 0; c < durations.length; c++) {
        durations[c][i] = model.replay(changes.get(c));
        model.addCritical(changes.get(c), weights[i] / totalWeight, critical.get(c));
      }
    }
    return Arrays.stream(durations).map(each -> Latency.of(each, weights)).toList();
  }

  /** The recorded response times. */
  public Latency before() {
    return before;
  }

  /** The places with most time on the critical path, most first. */
  public List<Place> mostCritical(int limit) {
    return IntStream.range(0, places.size())
        .filter(place -> criticalBefore[place] > 0)
        .boxed()
        .sorted(
            Comparator.<Integer>comparingDouble(place -> -criticalBefore[place])
                .thenComparing(places::place, Place.ORDER))
        .limit(limit)
        .map(places::place)
        .toList();
  }

  /**
   * The operation or edge with this name, else the service with this name; empty if the requests
   * have neither.
   */
  Optional<Place> named(String name) {
    List<Place> all = IntStream.range(0, places.size()).mapToObj(places::place).toList();
    Optional<Place> part = all.stream().filter(each -> each.toString().equals(name)).findFirst();
    return part.or(
        () ->
            all.stream()
                .filter(each -> each.service().equals(name))
                .findFirst()
                .map(each -> new Place.Service(name)));
  }

  /** The effect of one change. */
  public Outcome of(Intervention intervention) {
    return of(List.of(intervention)).get(0);
  }

  /** The effect of each change by itself. */
  public List<Outcome> of(List<Intervention> interventions) {
    List<Change> changes = interventions.stream().map(each -> each.in(places)).toList();
    List<double[]> critical = changes.stream().map(each -> new double[places.size()]).toList();
    List<Latency> after = replay(changes, critical);
    return IntStream.range(0, changes.size())
        .mapToObj(
            i ->
                outcome(
                    interventions.get(i), changes.get(i).changed(), after.get(i), critical.get(i)))
        .toList();
  }

  private Outcome outcome(
      Intervention intervention, boolean[] changed, Latency after, double[] critical) {
    int most = -1;
    double mostNanos = 0;
    for (int place = 0; place < critical.length; place++) {
      double gained = critical[place] - criticalBefore[place];
      if (!changed[place] && gained >= 1 && gained > mostNanos) {
        most = place;
        mostNanos = gained;
      }
    }
    return new Outcome(
        intervention,
        before,
        after,
        most < 0 ? Optional.empty() : Optional.of(places.place(most)),
        Math.round(mostNanos));
  }

  /**
   * The effect of making each of the places with most critical time faster by the same part. The
   * largest saving at the 99th percentile comes first, then at the mean.
   */
  public List<Outcome> ranked(double part, int limit) {
    List<Intervention> faster =
        mostCritical(limit).stream().map(place -> Intervention.faster(place, part)).toList();
    return ranked(faster);
  }

  /** The outcome of each change, the largest saving at the 99th percentile first. */
  List<Outcome> ranked(List<Intervention> interventions) {
    return of(interventions).stream()
        .sorted(
            Comparator.<Outcome>comparingLong(outcome -> -outcome.saved().p99Nanos())
                .thenComparingLong(outcome -> -outcome.saved().meanNanos()))
        .toList();
  }

  /**
   * How far a place can change before something else decides the duration.
   *
   * @param onPath number of requests with one of its spans on the critical path
   * @param dragNanos mean over these of its largest drag: how far a span can shrink before the path
   *     moves; 0 without such requests
   * @param offPath number of requests in which its spans block, but none is on the path
   * @param slackNanos smallest slack over these: how far a span can grow before the request does
   */
  public record Margin(double onPath, long dragNanos, double offPath, long slackNanos) {}

  /** The margin of the spans of an operation; spans that call out belong to it too. */
  public Margin margin(Frame frame) {
    return requireNonNull(margins(Set.of(frame)).get(frame));
  }

  /** The margins of several operations; each request is laid out once. */
  public Map<Frame, Margin> margins(Set<Frame> frames) {
    Map<Frame, MarginSum> sums = new HashMap<>();
    frames.forEach(frame -> sums.put(frame, new MarginSum()));
    for (Request request : requests) {
      model.load(request.spans());
      long[] drags = margins.drags();
      long[] slacks = margins.slacks();
      List<Frame> own = request.spans().frames();
      for (int number = 0; number < own.size(); number++) {
        MarginSum sum = sums.get(own.get(number));
        if (sum != null) {
          sum.add(request.weight(), number, drags, slacks);
        }
      }
    }
    Map<Frame, Margin> found = new HashMap<>();
    sums.forEach((frame, sum) -> found.put(frame, sum.margin()));
    return found;
  }

  private final class MarginSum {
    private double onPath;
    private double offPath;
    private double drag;
    private long slack = Long.MAX_VALUE;

    void add(double weight, int frame, long[] drags, long[] slacks) {
      long largest = -1;
      long smallest = Long.MAX_VALUE;
      for (int span = 0; span < graph.size; span++) {
        if (graph.frame[span] == frame) {
          largest = Math.max(largest, drags[span]);
          smallest = slacks[span] < 0 ? smallest : Math.min(smallest, slacks[span]);
        }
      }
      if (largest >= 0) {
        onPath += weight;
        drag += weight * largest;
      } else if (smallest < Long.MAX_VALUE) {
        offPath += weight;
        slack = Math.min(slack, smallest);
      }
    }

    Margin margin() {
      return new Margin(
          onPath, onPath == 0 ? 0 : Math.round(drag / onPath), offPath, offPath == 0 ? 0 : slack);
    }
  }
}
