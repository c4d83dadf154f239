package io.tracemill.analysis.view.whatif;

import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.sample.RequestReplay;
import io.tracemill.analysis.view.estimate.Basis;
import io.tracemill.analysis.view.estimate.Column;
import io.tracemill.analysis.view.estimate.Estimate;
import io.tracemill.analysis.view.estimate.RequestWeights;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Computes the response times of some requests after a change, from their new critical paths
 * (semantics 7.1). Each change costs time linear in the spans of all requests. It iterates over the
 * requests once for each question.
 */
public final class WhatIf {
  /**
   * The effect of a change.
   *
   * @param change the change in question
   * @param after response times with the change
   * @param saved the saving of the change; negative if requests become slower
   * @param criticalThen the place that gains most time on the critical path, if any
   * @param criticalThenNanos the gain of that place, nanoseconds a request
   */
  public record Outcome(
      Intervention change,
      Latency after,
      Latency.Saving saved,
      Optional<Place> criticalThen,
      long criticalThenNanos) {}

  private final Iterable<KeptRequest> requests;
  private final RequestReplay replay;
  private final PlaceNumbers places = new PlaceNumbers();
  private final long toleranceNanos;
  private final RequestWeights weights;
  private final long[] durations;
  private final Latency before;
  private final double[] criticalBefore;

  /**
   * Takes the requests that count and have all their spans.
   *
   * @param rules of their analysis
   */
  public WhatIf(Iterable<KeptRequest> requests, ReplayRules rules) {
    this.requests = requests;
    replay = new RequestReplay(rules);
    toleranceNanos = rules.overlapToleranceNanos();
    RequestWeights.Builder builder = new RequestWeights.Builder();
    for (KeptRequest request : requests) {
      if (builder.countsWhole(request)) {
        builder.add(request);
      }
    }
    weights = builder.build();
    durations = new long[weights.size()];
    double[][] critical = {{}};
    forEach(
        (row, model) -> {
          // Loading a request can add places.
          critical[0] = Arrays.copyOf(critical[0], places.size());
          durations[row] = model.replay(Change.NONE);
          model.addCritical(Change.NONE, share(row), critical[0]);
        });
    before = Latency.of(weights.of(durations));
    criticalBefore = critical[0];
  }

  /** What is done with each request. */
  private interface Visitor {
    void visit(int row, RequestModel model);
  }

  private void forEach(Visitor to) {
    RequestWeights.Builder builder = new RequestWeights.Builder();
    int row = 0;
    for (KeptRequest request : requests) {
      if (builder.countsWhole(request)) {
        RequestGraph graph = new RequestGraph(replay.load(request), toleranceNanos, places);
        to.visit(row++, new RequestModel(graph));
      }
    }
  }

  /** The part of all requests that the row stands for. */
  private double share(int row) {
    return weights.weight(row) / weights.basis().requests();
  }

  /** The requests that the answers rest on. */
  public Basis basis() {
    return weights.basis();
  }

  /** The recorded response times. */
  public Latency before() {
    return before;
  }

  /** The places with most time on the critical path, most first. */
  public List<Place> mostCritical(int limit) {
    return IntStream.range(0, criticalBefore.length)
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

  /** The effect of each change by itself; each request is loaded once. */
  public List<Outcome> of(List<Intervention> interventions) {
    List<Change> changes = interventions.stream().map(each -> each.in(places)).toList();
    long[][] after = new long[changes.size()][weights.size()];
    double[][] critical = new double[changes.size()][places.size()];
    forEach(
        (row, model) -> {
          for (int i = 0; i < after.length; i++) {
            after[i][row] = model.replay(changes.get(i));
            model.addCritical(changes.get(i), share(row), critical[i]);
          }
        });
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < after.length; i++) {
      outcomes.add(outcome(interventions.get(i), changes.get(i).changed(), after[i], critical[i]));
    }
    return outcomes;
  }

  private Outcome outcome(
      Intervention intervention, boolean[] changed, long[] nanos, double[] critical) {
    int most = -1;
    double mostNanos = 0;
    for (int place = 0; place < critical.length; place++) {
      double gained = critical[place] - criticalBefore[place];
      if (!changed[place] && gained >= 1 && gained > mostNanos) {
        most = place;
        mostNanos = gained;
      }
    }
    Latency after = Latency.of(weights.of(nanos));
    return new Outcome(
        intervention,
        after,
        after.savedAgainst(before, saved(nanos)),
        most < 0 ? Optional.empty() : Optional.of(places.place(most)),
        Math.round(mostNanos));
  }

  private Estimate saved(long[] nanos) {
    long[] saved = new long[nanos.length];
    Arrays.setAll(saved, row -> durations[row] - nanos[row]);
    return weights.of(saved).mean();
  }

  /**
   * The outcome of each change, the largest mean saving first: percentiles of few requests would
   * leave the order to chance.
   */
  public List<Outcome> ranked(List<Intervention> interventions) {
    return of(interventions).stream()
        .sorted(
            Comparator.<Outcome>comparingDouble(outcome -> -outcome.saved().mean().value())
                .thenComparingLong(outcome -> -outcome.saved().p99Nanos().orElse(0)))
        .toList();
  }

  /**
   * How far a place can change before something else decides the duration.
   *
   * @param onPath number of requests with one of its spans on the critical path
   * @param drag mean over these of its largest drag: how far a span can shrink before the path
   *     moves; 0 without such requests
   * @param offPath number of requests in which its spans block, but none is on the path
   * @param slackNanos smallest slack over these: how far a span can grow before the request does;
   *     from a sample, the smallest of the kept ones
   */
  public record Margin(double onPath, Estimate drag, double offPath, long slackNanos) {}

  /** The margins of operations; spans that call out belong to them too. */
  public Map<Place.Operation, Margin> margins(List<Place.Operation> operations) {
    Map<Place.Operation, MarginSum> sums = new TreeMap<>(Place.ORDER);
    operations.forEach(operation -> sums.put(operation, new MarginSum(operation)));
    forEach(
        (row, model) -> {
          Margins margins = new Margins(model);
          long[] drags = margins.drags();
          long[] slacks = margins.slacks();
          sums.values().forEach(sum -> sum.add(row, model.graph(), drags, slacks));
        });
    Map<Place.Operation, Margin> found = new TreeMap<>(Place.ORDER);
    sums.forEach((operation, sum) -> found.put(operation, sum.margin()));
    return found;
  }

  private final class MarginSum {
    private final int operation;
    private final Column drags = new Column();
    private double offPath;
    private long slack = Long.MAX_VALUE;

    MarginSum(Place.Operation place) {
      operation = places.of(place);
    }

    void add(int row, RequestGraph graph, long[] spanDrags, long[] spanSlacks) {
      long largest = -1;
      long smallest = Long.MAX_VALUE;
      for (int span = 0; span < graph.size; span++) {
        if (graph.operation[span] == operation) {
          largest = Math.max(largest, spanDrags[span]);
          smallest = spanSlacks[span] < 0 ? smallest : Math.min(smallest, spanSlacks[span]);
        }
      }
      if (largest >= 0) {
        drags.add(row, largest);
      } else if (smallest < Long.MAX_VALUE) {
        offPath += weights.weight(row);
        slack = Math.min(slack, smallest);
      }
    }

    Margin margin() {
      return new Margin(
          weights.basis(drags.rows()).requests(),
          drags.of(weights).mean(),
          offPath,
          offPath == 0 ? 0 : slack);
    }
  }
}
