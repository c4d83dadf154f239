package io.tracemill.analysis.diagnosis;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.diagnosis.Finding.Kind;
import io.tracemill.analysis.diagnosis.Finding.Part;
import io.tracemill.analysis.layer.AggregateTrace;
import io.tracemill.analysis.layer.GroupSums;
import io.tracemill.analysis.layer.LayerSums;
import io.tracemill.analysis.layer.Moments;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.subspan.SpanLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Layers 3 and 4 below one operation of one endpoint: the parts of its spans in each structure, and
 * for each of them the orders that show it best. In a tail issue only the endpoint's slowest
 * requests count: a group without any of them, such as the requests without a retry, says nothing
 * about it. The paper ranks {@code child_diff}; {@code end_diff} and spans without children are
 * ranked beside it.
 */
final class SpanParts {
  private final LayerSums sums;
  private final Finding operation;
  private final Tail split;
  private final DiagnosisRules rules;

  SpanParts(LayerSums sums, Finding operation, Tail split, DiagnosisRules rules) {
    this.sums = sums;
    this.operation = operation;
    this.split = split;
    this.rules = rules;
  }

  /** The findings of layer 3, with those of layer 4. */
  List<Finding> ranked() {
    List<Finding> found = new ArrayList<>();
    for (GroupSums group : sums.structures().values()) {
      if (concerns(group)) {
        addParts(group, found);
      }
    }
    return found.stream()
        .sorted(Diagnosis.HIGHEST_FIRST)
        .limit(rules.top())
        .map(part -> part.withBelow(orders(part.part().orElseThrow())))
        .toList();
  }

  /** The strata that the operation's finding is about. */
  private List<Integer> strata() {
    return operation.tail() ? split.tail() : split.all();
  }

  private boolean concerns(GroupSums group) {
    return group.requests(strata()) > 0;
  }

  private void addParts(GroupSums group, List<Finding> found) {
    SpanLayout layout = group.layout();
    for (int position = 0; position < layout.size(); position++) {
      if (layout.frame(position).equals(operation.operation())) {
        int children = layout.children(position);
        for (int number = 0; number < children; number++) {
          found.add(part(Kind.CHILD_DIFF, group, position, number));
        }
        found.add(part(children == 0 ? Kind.SPAN : Kind.END_DIFF, group, position, children));
      }
    }
  }

  private Finding part(Kind kind, GroupSums group, int position, int number) {
    SpanLayout layout = group.layout();
    int value =
        kind == Kind.CHILD_DIFF
            ? layout.childDiff(position, number)
            : layout.subSpan(position, number);
    Times times = times(group, value);
    return finding(
        3,
        kind,
        new Part(group.structure(), position, number, Optional.empty()),
        times,
        (double) times.of(operation.tail()).sumNanos(),
        group);
  }

  /** The orders of a structure that have the part, as sub-spans. */
  private List<Finding> orders(Part part) {
    List<Finding> found = new ArrayList<>();
    sums.orders()
        .forEach(
            (order, group) -> {
              if (group.structure().equals(part.group()) && concerns(group)) {
                found.add(subSpan(order, group, part));
              }
            });
    return found.stream()
        .sorted(Diagnosis.HIGHEST_FIRST)
        .limit(rules.top())
        .map(this::withAggregate)
        .toList();
  }

  private Finding subSpan(CallTreeSignature order, GroupSums group, Part part) {
    SpanLayout layout = group.layout();
    int[] canonical = layout.canonicalPositions();
    int position = 0;
    while (canonical[position] != part.position()) {
      position++;
    }
    Times times = times(group, layout.subSpan(position, part.number()));
    Moments subSpan = times.of(operation.tail());
    Moments span = times(group, layout.duration(position)).of(operation.tail());
    double share = span.sumNanos() == 0 ? 0 : (double) subSpan.sumNanos() / span.sumNanos();
    return finding(
        4,
        Kind.SUB_SPAN,
        new Part(order, position, part.number(), Optional.empty()),
        times,
        subSpan.sumNanos() * share,
        group);
  }

  private Finding withAggregate(Finding subSpan) {
    CallTreeSignature order = subSpan.part().orElseThrow().group();
    GroupSums group = requireNonNull(sums.orders().get(order));
    return subSpan.withAggregate(AggregateTrace.of(group, strata()));
  }

  private Times times(GroupSums group, int value) {
    return Times.of(split, strata -> group.moments(value, strata));
  }

  private Finding finding(
      int layer, Kind kind, Part part, Times times, double score, GroupSums group) {
    return new Finding(
        layer,
        kind,
        operation.operation(),
        operation.endpoint(),
        Optional.of(part),
        times,
        operation.tail(),
        score,
        (double) group.requests() / Diagnosis.requests(sums),
        List.of());
  }
}
