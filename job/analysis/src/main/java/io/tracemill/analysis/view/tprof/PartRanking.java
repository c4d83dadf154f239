package io.tracemill.analysis.view.tprof;

import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.view.tprof.Finding.Kind;
import io.tracemill.analysis.view.tprof.Finding.Part;
import io.tracemill.analysis.view.tprof.Layers.RequestType;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

  /** What equal parts have in common. */
  private record Name(List<Call> path, Kind kind, Optional<Call> before) {}

  /** A part of a span in one order. */
  private record Place(OrderGroup group, int position, int number) {
    SpanLayout layout() {
      return group.layout();
    }

    boolean last() {
      return number == layout().children(position);
    }

    /** Index of the child_diff, the end_diff or the duration. */
    int part() {
      return last() ? subSpan() : layout().childDiff(position, number);
    }

    int subSpan() {
      return layout().subSpan(position, number);
    }

    int whole() {
      return layout().duration(position);
    }

    double criticalNanos(boolean tail) {
      return group.sum(layout().critical(position, number), tail);
    }
  }

  /** An equal part of one or several orders, which may become a finding. */
  private record Candidate(
      Kind kind, Name name, List<Place> places, double cost, double criticalNanos) {
    double score(Ranking ranking) {
      return ranking == Ranking.SELF_TIME ? cost : criticalNanos;
    }

    /** The place that stands for all. */
    Place first() {
      return places.get(0);
    }

    int value(Place place) {
      return kind == Kind.SUB_SPAN ? place.subSpan() : place.part();
    }
  }

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
  }

  /** The findings of layer 3, with those of layer 4. */
  List<Finding> ranked(Ranking ranking) {
    Map<Name, List<Place>> parts = new HashMap<>();
    for (OrderGroup group : type.orders()) {
      for (int position : group.layout().positionsOf(operation)) {
        addParts(group, position, parts);
      }
    }
    List<Candidate> candidates = new ArrayList<>();
    parts.forEach((name, places) -> candidates.add(pooled(name, places)));
    return highest(candidates, ranking).stream()
        .map(part -> finding(part, ranking, below(part, ranking)))
        .toList();
  }

  private static void addParts(OrderGroup group, int position, Map<Name, List<Place>> to) {
    SpanLayout layout = group.layout();
    List<Call> path = layout.path(position);
    int[] children = layout.childrenOf(position);
    for (int number = 0; number <= children.length; number++) {
      boolean last = number == children.length;
      Name name =
          new Name(
              path,
              children.length == 0 ? Kind.SPAN : last ? Kind.END_DIFF : Kind.CHILD_DIFF,
              last ? Optional.empty() : Optional.of(layout.call(children[number])));
      to.computeIfAbsent(name, added -> new ArrayList<>()).add(new Place(group, position, number));
    }
  }

  private Candidate pooled(Name name, List<Place> places) {
    List<Place> costliestFirst =
        places.stream()
            .sorted(
                Comparator.<Place>comparingDouble(place -> place.group().sum(place.part(), tail))
                    .reversed()
                    .thenComparing(place -> place.group().order()))
            .toList();
    return new Candidate(
        name.kind(),
        name,
        costliestFirst,
        places.stream().mapToDouble(place -> place.group().sum(place.part(), tail)).sum(),
        places.stream().mapToDouble(place -> place.criticalNanos(tail)).sum());
  }

  /** The findings of layer 4 below one of layer 3. */
  private List<Finding> below(Candidate part, Ranking ranking) {
    List<Candidate> orders = new ArrayList<>();
    for (Place place : part.places()) {
      double sum = place.group().sum(place.subSpan(), tail);
      double cost = sum * Finding.share(sum, place.group().sum(place.whole(), tail));
      orders.add(
          new Candidate(
              Kind.SUB_SPAN, part.name(), List.of(place), cost, place.criticalNanos(tail)));
    }
    return highest(orders, ranking).stream()
        .map(order -> finding(order, ranking, List.of()))
        .toList();
  }

  /** Parts with equal scores come in the order of their signatures and of the trace. */
  private List<Candidate> highest(List<Candidate> found, Ranking ranking) {
    return found.stream()
        .filter(part -> part.score(ranking) > 0)
        .sorted(
            Comparator.<Candidate>comparingDouble(part -> part.score(ranking))
                .reversed()
                .thenComparing(part -> part.first().group().order())
                .thenComparingInt(part -> part.first().position())
                .thenComparingInt(part -> part.first().number()))
        .limit(parameters.top())
        .toList();
  }

  private Finding finding(Candidate part, Ranking ranking, List<Finding> below) {
    Requests all = layers.requests();
    Durations times = new Durations(all);
    Durations whole = new Durations(all);
    BitSet covered = new BitSet();
    for (Place place : part.places()) {
      for (OrderGroup.Row row : place.group().rows()) {
        covered.set(row.request());
        times.add(row.request(), row.values()[part.value(place)]);
        whole.add(row.request(), row.values()[place.whole()]);
      }
    }
    return new Finding(
        part.kind() == Kind.SUB_SPAN ? 4 : 3,
        part.kind(),
        operation,
        Optional.of(type.name()),
        Optional.of(describe(part)),
        times.times(type.tail()),
        whole.times(type.tail()),
        tail,
        part.score(ranking),
        Finding.share(
            part.criticalNanos(), all.durationNanos(tail ? type.tail() : type.requests())),
        Finding.share(all.weight(covered), all.weight(type.requests())),
        0,
        exemplar(part),
        below);
  }

  private Part describe(Candidate part) {
    OrderGroup group = part.first().group();
    boolean order = part.kind() == Kind.SUB_SPAN;
    Collection<CallTreeSignature> structures =
        part.places().stream().map(place -> place.group().structure()).distinct().toList();
    return new Part(
        order ? group.order() : group.structure(),
        structures.size(),
        part.first().position(),
        part.first().number(),
        part.name().path(),
        part.name().before(),
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
    for (Place place : part.places()) {
      for (OrderGroup.Row row : place.group().rows()) {
        long value = row.values()[part.value(place)];
        if ((!tail || type.tail().get(row.request()))
            && (value > nanos || (value == nanos && before(row.request(), largest)))) {
          largest = row.request();
          nanos = value;
        }
      }
    }
    return largest < 0 ? Optional.empty() : Optional.of(layers.requests().trace(largest));
  }

  private boolean before(int request, int other) {
    return layers.requests().hash(request) < layers.requests().hash(other);
  }
}
