package io.tracemill.analysis.view.tprof;

import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.view.estimate.Column;
import io.tracemill.analysis.view.tprof.Finding.Kind;
import io.tracemill.analysis.view.tprof.Layers.RequestType;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToIntBiFunction;

/** Layers 1 and 2: operations over all requests, and the types in which each costs most. */
final class OperationRanking {
  private final Layers layers;
  private final DiagnosisParameters parameters;

  /** By operation, in order of names: its cost in each type. */
  private final NavigableMap<Frame, List<Cost>> costs = new TreeMap<>();

  /** What both rankings show is measured once. */
  private final Map<Asked, Measured> measured = new HashMap<>();

  private final Map<Cost, PartRanking> parts = new HashMap<>();

  private record Measured(Times self, Times whole) {}

  /**
   * The cost of an operation in the requests of a type.
   *
   * @param selfNanos the time in which its spans worked
   * @param criticalNanos the time in which requests waited for that work
   */
  private record Cost(RequestType type, Frame operation, double selfNanos, double criticalNanos) {
    double nanos(Ranking ranking) {
      return ranking == Ranking.SELF_TIME ? selfNanos : criticalNanos;
    }
  }

  OperationRanking(Layers layers, DiagnosisParameters parameters) {
    this.layers = layers;
    this.parameters = parameters;
    for (RequestType type : layers.types()) {
      for (Cost cost : costs(type)) {
        if (!parameters.ignores(cost.operation())) {
          costs.computeIfAbsent(cost.operation(), added -> new ArrayList<>()).add(cost);
        }
      }
    }
  }

  private static List<Cost> costs(RequestType type) {
    Map<Frame, double[]> found = new HashMap<>();
    for (OrderGroup group : type.orders()) {
      SpanLayout layout = group.layout();
      for (int position = 0; position < layout.size(); position++) {
        if (!layout.elsewhere(position)) {
          double[] sums = found.computeIfAbsent(layout.frame(position), added -> new double[2]);
          sums[0] += group.sum(layout.self(position), false);
          sums[1] += group.criticalNanos(position);
        }
      }
    }
    List<Cost> costs = new ArrayList<>();
    found.forEach((operation, sums) -> costs.add(new Cost(type, operation, sums[0], sums[1])));
    return costs;
  }

  /** The findings of layer 1, with those of the layers below. */
  List<Finding> ranked(Ranking ranking) {
    return costs.values().stream()
        .filter(ofTypes -> score(ofTypes, ranking) > 0)
        .sorted(byScore(ranking))
        .limit(parameters.top())
        .map(ofTypes -> operation(ofTypes, ranking))
        .toList();
  }

  private static double score(List<Cost> costs, Ranking ranking) {
    return costs.stream().mapToDouble(cost -> cost.nanos(ranking)).sum();
  }

  /** Operations with equal scores stay in the order of their names. */
  private static Comparator<List<Cost>> byScore(Ranking ranking) {
    return Comparator.<List<Cost>>comparingDouble(costs -> score(costs, ranking)).reversed();
  }

  /**
   * A type of slow requests can be the whole tail of all requests, so layer 1 asks the type in
   * which the operation costs most whether it is a tail issue.
   */
  private Finding operation(List<Cost> ofTypes, Ranking ranking) {
    List<Finding> below =
        ofTypes.stream()
            .filter(cost -> cost.nanos(ranking) > 0)
            .map(List::of)
            .sorted(byScore(ranking))
            .limit(parameters.top())
            .map(cost -> ofType(cost.get(0), ranking))
            .toList();
    return finding(1, ofTypes, layers.all(), layers.tail(), below.get(0).tail(), ranking, below);
  }

  private Finding ofType(Cost cost, Ranking ranking) {
    RequestType type = cost.type();
    boolean tail = parameters.isTailIssue(measured(List.of(cost), type.tail()).self());
    PartRanking ofType =
        parts.computeIfAbsent(
            cost, added -> new PartRanking(layers, type, cost.operation(), tail, parameters));
    return finding(
        2, List.of(cost), type.requests(), type.tail(), tail, ranking, ofType.ranked(ranking));
  }

  /** The only type of an operation has a tail of its own. */
  private record Asked(List<Cost> ofTypes, BitSet slowest) {}

  private Measured measured(List<Cost> ofTypes, BitSet slowest) {
    Asked asked = new Asked(ofTypes, slowest);
    Measured known = measured.get(asked);
    if (known == null) {
      known =
          new Measured(
              times(ofTypes, slowest, SpanLayout::self),
              times(ofTypes, slowest, SpanLayout::duration));
      measured.put(asked, known);
    }
    return known;
  }

  /**
   * A finding.
   *
   * @param ofTypes the costs of its operation
   * @param requests the requests that it covers
   * @param slowest the tail of these
   */
  private Finding finding(
      int layer,
      List<Cost> ofTypes,
      BitSet requests,
      BitSet slowest,
      boolean tail,
      Ranking ranking,
      List<Finding> below) {
    double critical = score(ofTypes, Ranking.CRITICAL_PATH);
    RequestType type = ofTypes.get(0).type();
    Requests all = layers.requests();
    Measured measured = measured(layer == 1 ? ofTypes : List.of(ofTypes.get(0)), slowest);
    return new Finding(
        layer,
        Kind.OPERATION_SELF,
        ofTypes.get(0).operation(),
        layer == 1 ? Optional.empty() : Optional.of(type.name()),
        Optional.empty(),
        measured.self(),
        measured.whole(),
        tail,
        score(ofTypes, ranking),
        Finding.share(critical, all.durationNanos(requests)),
        Finding.share(all.weight(requests), all.weight(layers.all())),
        layer == 1 ? 0 : Finding.share(all.weight(type.pathsOnly()), all.weight(requests)),
        Optional.empty(),
        below);
  }

  /** The times of an operation's spans in these types. */
  private Times times(
      List<Cost> ofTypes, BitSet slowest, ToIntBiFunction<SpanLayout, Integer> value) {
    Column durations = new Column();
    for (Cost cost : ofTypes) {
      for (OrderGroup group : cost.type().orders()) {
        int[] values =
            group.layout().positionsOf(cost.operation()).stream()
                .mapToInt(position -> value.applyAsInt(group.layout(), position))
                .toArray();
        for (OrderGroup.Row row : values.length == 0 ? List.<OrderGroup.Row>of() : group.rows()) {
          for (int at : values) {
            durations.add(row.request(), row.values()[at]);
          }
        }
      }
    }
    return Times.of(durations, layers.requests().weights(), slowest);
  }
}
