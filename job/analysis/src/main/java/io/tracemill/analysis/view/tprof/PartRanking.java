package io.tracemill.analysis.view.tprof;

import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.view.estimate.Column;
import io.tracemill.analysis.view.tprof.Finding.Kind;
import io.tracemill.analysis.view.tprof.Finding.Part;
import io.tracemill.analysis.view.tprof.Layers.RequestType;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Layers 3 and 4 of one operation in one type of requests: the parts of its spans, and for each
 * part the orders of calls in which it costs most. In a tail issue only the type's slowest requests
 * count. The paper ranks only {@code child_diff}; we also rank {@code end_diff} and spans without
 * children.
 *
 * <p>A part is known by the calls above it and by the call that ends it: "before the 3rd of 9 calls
 * of Convert". Equal parts of several structures are pooled before they are ranked. Else a part of
 * many structures would lose to one of few, although it costs more.
 */
final class PartRanking {
  private final Layers layers;
  private final RequestType type;
  private final Frame operation;
  private final boolean tail;
  private final DiagnosisParameters parameters;

  private final List<Candidate> candidates;

  /**
   * A part of a span in one order.
   *
   * @param part index of the child_diff, the end_diff or the duration
   * @param nanos the sum of that
   * @param criticalNanos the sum of its critical time
   */
  private record Place(
      OrderGroup group,
      int position,
      int number,
      int part,
      int subSpan,
      double nanos,
      double criticalNanos) {
    static Place of(OrderGroup group, int position, int number, boolean tail) {
      SpanLayout layout = group.layout();
      int subSpan = layout.subSpan(position, number);
      int part = number == layout.children(position) ? subSpan : layout.childDiff(position, number);
      return new Place(
          group,
          position,
          number,
          part,
          subSpan,
          group.sum(part, tail),
          group.sum(layout.critical(position, number), tail));
    }

    SpanLayout layout() {
      return group.layout();
    }

    boolean last() {
      return part == subSpan;
    }

    int whole() {
      return layout().duration(position);
    }
  }

  /** An equal part of one or several orders, which may become a finding. */
  private final class Candidate {
    private final Kind kind;
    private final List<Place> places;

    /** The place that costs most. */
    private final Place first;

    private final double cost;
    private final double criticalNanos;
    private List<Candidate> orders = List.of();
    private @Nullable Measured measured;

    Candidate(Kind kind, List<Place> places, double cost) {
      this.kind = kind;
      this.places = places;
      this.cost = cost;
      first =
          Collections.max(
              places,
              Comparator.comparingDouble(Place::nanos)
                  .thenComparing(place -> place.group().order()));
      criticalNanos = places.stream().mapToDouble(Place::criticalNanos).sum();
    }

    double score(Ranking ranking) {
      return ranking == Ranking.SELF_TIME ? cost : criticalNanos;
    }

    int value(Place place) {
      return kind == Kind.SUB_SPAN ? place.subSpan() : place.part();
    }

    /** What both rankings show is measured once. */
    Measured measured() {
      @Nullable Measured known = measured;
      if (known == null) {
        known = measure(this);
        measured = known;
      }
      return known;
    }

    /** The same part in each of its orders. */
    List<Candidate> orders() {
      if (orders.isEmpty()) {
        orders = places.stream().map(PartRanking.this::inOrder).toList();
      }
      return orders;
    }
  }

  /** What is known of a part. */
  private record Measured(
      Part part, Times times, Times whole, double weight, Optional<TraceId> exemplar) {}

  PartRanking(
      Layers layers,
      RequestType type,
      Frame operation,
      boolean tail,
      DiagnosisParameters parameters) {
    this.layers = layers;
    this.type = type;
    this.operation = operation;
    this.tail = tail;
    this.parameters = parameters;
    this.candidates = candidates();
  }

  private List<Candidate> candidates() {
    Map<Long, List<Place>> parts = new HashMap<>();
    for (OrderGroup group : type.orders()) {
      SpanLayout layout = group.layout();
      for (int position : layout.positionsOf(operation)) {
        int[] children = layout.childrenOf(position);
        for (int number = 0; number <= children.length; number++) {
          int end = number == children.length ? position : children[number];
          parts
              .computeIfAbsent(layout.partHash(position, end), added -> new ArrayList<>())
              .add(Place.of(group, position, number, tail));
        }
      }
    }
    List<Candidate> found = new ArrayList<>();
    for (List<Place> places : parts.values()) {
      Place any = places.get(0);
      boolean leaf = any.layout().children(any.position()) == 0;
      found.add(
          new Candidate(
              leaf ? Kind.SPAN : any.last() ? Kind.END_DIFF : Kind.CHILD_DIFF,
              places,
              places.stream().mapToDouble(Place::nanos).sum()));
    }
    return found;
  }

  private Candidate inOrder(Place place) {
    double sum = place.group().sum(place.subSpan(), tail);
    double cost = sum * Finding.share(sum, place.group().sum(place.whole(), tail));
    return new Candidate(Kind.SUB_SPAN, List.of(place), cost);
  }

  /** The findings of layer 3, with those of layer 4. */
  List<Finding> ranked(Ranking ranking) {
    return highest(candidates, ranking).stream()
        .map(
            part ->
                finding(
                    part,
                    ranking,
                    highest(part.orders(), ranking).stream()
                        .map(order -> finding(order, ranking, List.of()))
                        .toList()))
        .toList();
  }

  /** Parts with equal scores come in the order of their signatures and of the trace. */
  private List<Candidate> highest(List<Candidate> found, Ranking ranking) {
    return found.stream()
        .filter(part -> part.score(ranking) > 0)
        .sorted(
            Comparator.<Candidate>comparingDouble(part -> part.score(ranking))
                .reversed()
                .thenComparing(part -> part.first.group().order())
                .thenComparingInt(part -> part.first.position())
                .thenComparingInt(part -> part.first.number()))
        .limit(parameters.top())
        .toList();
  }

  private Finding finding(Candidate part, Ranking ranking, List<Finding> below) {
    Requests all = layers.requests();
    Measured measured = part.measured();
    return new Finding(
        part.kind == Kind.SUB_SPAN ? 4 : 3,
        part.kind,
        operation,
        Optional.of(type.name()),
        Optional.of(measured.part()),
        measured.times(),
        measured.whole(),
        tail,
        part.score(ranking),
        Finding.share(part.criticalNanos, all.durationNanos(tail ? type.tail() : type.requests())),
        Finding.share(measured.weight(), all.weight(type.requests())),
        0,
        measured.exemplar(),
        below);
  }

  private Measured measure(Candidate part) {
    Requests all = layers.requests();
    Column times = new Column();
    Column whole = new Column();
    double weight = 0;
    for (Place place : part.places) {
      int value = part.value(place);
      int duration = place.whole();
      for (OrderGroup.Row row : place.group().rows()) {
        weight += all.weights().weight(row.request());
        times.add(row.request(), row.values()[value]);
        whole.add(row.request(), row.values()[duration]);
      }
    }
    return new Measured(
        describe(part),
        Times.of(times, all.weights(), type.tail()),
        Times.of(whole, all.weights(), type.tail()),
        weight,
        exemplar(part));
  }

  private Part describe(Candidate part) {
    Place first = part.first;
    OrderGroup group = first.group();
    SpanLayout layout = first.layout();
    boolean order = part.kind == Kind.SUB_SPAN;
    long structures =
        part.places.stream().map(place -> place.group().structure()).distinct().count();
    return new Part(
        order ? group.order() : group.structure(),
        (int) structures,
        first.position(),
        first.number(),
        layout.path(first.position()),
        first.last()
            ? Optional.empty()
            : Optional.of(layout.call(layout.childrenOf(first.position())[first.number()])),
        order ? Optional.of(aggregate(group)) : Optional.empty());
  }

  private AggregateTrace aggregate(OrderGroup group) {
    BitSet requests = new BitSet();
    group.rows().forEach(row -> requests.set(row.request()));
    if (tail) {
      requests.and(type.tail());
    }
    return AggregateTrace.of(
        group,
        layers.requests().weight(requests),
        tail,
        parameters.replay().overlapToleranceNanos());
  }

  /** The trace of the request with the largest value. */
  private Optional<TraceId> exemplar(Candidate part) {
    int largest = -1;
    long nanos = -1;
    for (Place place : part.places) {
      for (OrderGroup.Row row : place.group().rows()) {
        long value = row.values()[part.value(place)];
        if ((!tail || type.tail().get(row.request()))
            && (value > nanos || (value == nanos && before(row.request(), largest)))) {
          largest = row.request();
          nanos = value;
        }
      }
    }
    return largest < 0 ? Optional.empty() : Optional.of(layers.requests().get(largest).trace());
  }

  private boolean before(int request, int other) {
    return layers.requests().get(request).hash() < layers.requests().get(other).hash();
  }
}
