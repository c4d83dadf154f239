package io.tracemill.analysis.diagnosis;

import io.tracemill.analysis.diagnosis.Finding.Kind;
import io.tracemill.analysis.diagnosis.Finding.Part;
import io.tracemill.analysis.layer.GroupSums;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.subspan.SpanLayout;
import java.util.ArrayList;
import java.util.Comparator;
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
  private final EndpointGroups groups;
  private final Frame operation;
  private final boolean tail;
  private final Ranking ranking;
  private final int top;
  private final List<Integer> strata;
  private final CriticalTimes critical;

  /**
   * A part of a span that may become a finding.
   *
   * @param value index of its time in the group
   * @param criticalNanos in which requests wait there
   */
  private record Candidate(
      CallTreeSignature signature,
      GroupSums group,
      int position,
      int number,
      int value,
      long criticalNanos,
      double score) {
    Kind kind() {
      int children = group.layout().children(position);
      if (number < children) {
        return Kind.CHILD_DIFF;
      }
      return children == 0 ? Kind.SPAN : Kind.END_DIFF;
    }
  }

  SpanParts(EndpointGroups groups, Frame operation, Ranking ranking, DiagnosisRules rules) {
    this.groups = groups;
    this.operation = operation;
    this.ranking = ranking;
    top = rules.top();
    tail =
        Times.ofOperation(
                groups.split(),
                chosen -> groups.sums().operations().times(operation, chosen).selfTimes())
            .isTailIssue(rules.tailRatio());
    critical = tail ? groups.criticalOfTail() : groups.criticalOfAll();
    strata = critical.strata();
  }

  /** The findings of layer 3, with those of layer 4. */
  List<Finding> ranked() {
    List<Candidate> found = new ArrayList<>();
    groups.structures().values().forEach(group -> addParts(group, found));
    return highest(found).stream()
        .map(part -> finding(3, part.kind(), part, groups.unnamed(part.group()), subSpans(part)))
        .toList();
  }

  /** Parts of one group with equal scores stay in the order of the trace. */
  private List<Candidate> highest(List<Candidate> found) {
    return found.stream()
        .filter(part -> part.score() > 0)
        .sorted(
            Comparator.comparingDouble(Candidate::score)
                .reversed()
                .thenComparing(Candidate::signature))
        .limit(top)
        .toList();
  }

  private void addParts(GroupSums group, List<Candidate> found) {
    SpanLayout layout = group.layout();
    for (int position = 0; position < layout.size(); position++) {
      if (layout.frame(position).equals(operation)) {
        int children = layout.children(position);
        for (int number = 0; number <= children; number++) {
          int subSpan = layout.subSpan(position, number);
          int value = number == children ? subSpan : layout.childDiff(position, number);
          long nanos = critical.ofStructure(group.structure(), subSpan);
          double score = ranking == Ranking.SELF_TIME ? sum(group, value) : nanos;
          found.add(new Candidate(group.structure(), group, position, number, value, nanos, score));
        }
      }
    }
  }

  private double sum(GroupSums group, int value) {
    return group.moments(value, strata).sumNanos();
  }

  /** The findings of layer 4: the part in the orders of its structure. */
  private List<Finding> subSpans(Candidate part) {
    List<Candidate> found = new ArrayList<>();
    groups
        .sums()
        .orders()
        .forEach(
            (order, group) -> {
              if (group.structure().equals(part.signature()) && group.requests(strata) > 0) {
                found.add(subSpan(order, group, part));
              }
            });
    return highest(found).stream()
        .map(subSpan -> finding(4, Kind.SUB_SPAN, subSpan, 0, List.of()))
        .toList();
  }

  private Candidate subSpan(CallTreeSignature order, GroupSums group, Candidate part) {
    SpanLayout layout = group.layout();
    int[] canonical = layout.canonicalPositions();
    int position = 0;
    while (canonical[position] != part.position()) {
      position++;
    }
    int value = layout.subSpan(position, part.number());
    long nanos = critical.ofOrder(order, value);
    double span = sum(group, layout.duration(position));
    double share = span == 0 ? 0 : sum(group, value) / span;
    double score = ranking == Ranking.SELF_TIME ? sum(group, value) * share : nanos;
    return new Candidate(order, group, position, part.number(), value, nanos, score);
  }

  private Finding finding(
      int layer, Kind kind, Candidate part, double unnamed, List<Finding> below) {
    GroupSums group = part.group();
    SpanLayout layout = group.layout();
    return new Finding(
        layer,
        kind,
        operation,
        Optional.of(groups.endpoint()),
        Optional.of(
            new Part(
                part.signature(),
                part.position(),
                part.number(),
                layout.path(part.position()),
                layer == 4 ? Optional.of(critical.trace(part.signature())) : Optional.empty())),
        Times.ofValue(groups.split(), group, part.value()),
        Times.ofValue(groups.split(), group, layout.duration(part.position())),
        tail,
        part.score(),
        Finding.share(part.criticalNanos(), critical.durationNanos()),
        Finding.share(group.requests(), groups.split().requests()),
        unnamed,
        group.exemplar(part.value(), strata),
        below);
  }
}
