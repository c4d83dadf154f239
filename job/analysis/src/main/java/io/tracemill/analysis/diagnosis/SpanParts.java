package io.tracemill.analysis.diagnosis;

import io.tracemill.analysis.diagnosis.Finding.Kind;
import io.tracemill.analysis.diagnosis.Finding.Part;
import io.tracemill.analysis.layer.GroupSums;
import io.tracemill.analysis.layer.LayerSums;
import io.tracemill.analysis.layer.Moments;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.subspan.SpanLayout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Layers 3 and 4 of one endpoint: the parts of an operation's spans in each structure, and for each
 * part the orders in which it costs most. In a tail issue only the endpoint's slowest requests
 * count. Groups without such requests, for example those without a retry, are left out. The paper
 * ranks only {@code child_diff}; we also rank {@code end_diff} and spans without children.
 */
final class SpanParts {
  private final Frame endpoint;
  private final LayerSums sums;
  private final Map<CallTreeSignature, GroupSums> structures;
  private final DiagnosisRules rules;
  private final Tail split;
  private final CriticalTimes ofAll;
  private final CriticalTimes ofTail;

  /**
   * A part of a span that may become a finding.
   *
   * @param signature the signature of the group
   * @param value the index of its time in the group
   * @param critical the critical times of the requests that the finding covers
   * @param cost its cost in the paper's ranking
   * @param criticalNanos the time in which requests wait there
   */
  private record Candidate(
      Kind kind,
      CallTreeSignature signature,
      GroupSums group,
      int position,
      int number,
      int value,
      CriticalTimes critical,
      double cost,
      long criticalNanos) {
    double score(Ranking ranking) {
      return ranking == Ranking.SELF_TIME ? cost : criticalNanos;
    }
  }

  SpanParts(Frame endpoint, LayerSums sums, DiagnosisRules rules) {
    this.endpoint = endpoint;
    this.sums = sums;
    this.rules = rules;
    structures = sums.structures();
    split = Tail.of(sums.requestsByStratum(), rules.tailShare());
    ofAll = new CriticalTimes(sums, split.all(), rules.overlapToleranceNanos());
    ofTail = new CriticalTimes(sums, split.tail(), rules.overlapToleranceNanos());
  }

  /** The cost of an operation in layer 2. */
  EndpointLayers.Cost cost(Frame operation) {
    return new EndpointLayers.Cost(
        operation,
        sums.operations().selfTimes(operation, split.all()).sumNanos(),
        ofAll.ofOperation(operation));
  }

  /** The findings of layer 3, with those of layer 4. */
  List<Finding> ranked(Frame operation, Ranking ranking) {
    Moments normal = sums.operations().selfTimes(operation, split.normal());
    Moments tail = sums.operations().selfTimes(operation, split.tail());
    boolean tailIssue = rules.isTailIssue(normal.meanNanos(), tail.count(), tail.meanNanos());
    CriticalTimes critical = tailIssue ? ofTail : ofAll;
    List<Candidate> found = new ArrayList<>();
    for (GroupSums group : structures.values()) {
      SpanLayout layout = group.layout();
      for (int position = 0; position < layout.size(); position++) {
        if (layout.frame(position).equals(operation)) {
          addParts(group, position, critical, found);
        }
      }
    }
    return highest(found, ranking).stream().map(part -> span(part, ranking)).toList();
  }

  private static void addParts(
      GroupSums group, int position, CriticalTimes critical, List<Candidate> found) {
    SpanLayout layout = group.layout();
    int children = layout.children(position);
    for (int number = 0; number <= children; number++) {
      int subSpan = layout.subSpan(position, number);
      int value = number == children ? subSpan : layout.childDiff(position, number);
      found.add(
          new Candidate(
              children == 0 ? Kind.SPAN : number == children ? Kind.END_DIFF : Kind.CHILD_DIFF,
              group.structure(),
              group,
              position,
              number,
              value,
              critical,
              group.sumNanos(value, critical.strata()),
              critical.ofStructure(group.structure(), subSpan)));
    }
  }

  /** Parts of one group with equal scores stay in the order of the trace. */
  private List<Candidate> highest(List<Candidate> found, Ranking ranking) {
    return found.stream()
        .filter(part -> part.score(ranking) > 0)
        .sorted(
            Comparator.<Candidate>comparingDouble(part -> part.score(ranking))
                .reversed()
                .thenComparing(Candidate::signature))
        .limit(rules.top())
        .toList();
  }

  private Finding span(Candidate part, Ranking ranking) {
    List<Candidate> found = new ArrayList<>();
    long unnamed = part.group().requests();
    for (Map.Entry<CallTreeSignature, GroupSums> order : sums.orders().entrySet()) {
      GroupSums group = order.getValue();
      if (group.structure().equals(part.signature())) {
        unnamed -= group.requests();
        if (group.requests(part.critical().strata()) > 0) {
          found.add(subSpan(order.getKey(), group, part));
        }
      }
    }
    return finding(
        part,
        ranking,
        Finding.share(unnamed, part.group().requests()),
        highest(found, ranking).stream()
            .map(subSpan -> finding(subSpan, ranking, 0, List.of()))
            .toList());
  }

  /** Finds the part of a structure in one of its orders. */
  private static Candidate subSpan(CallTreeSignature order, GroupSums group, Candidate part) {
    SpanLayout layout = group.layout();
    CriticalTimes critical = part.critical();
    int position = critical.position(order, part.position());
    int value = layout.subSpan(position, part.number());
    long sum = group.sumNanos(value, critical.strata());
    long span = group.sumNanos(layout.duration(position), critical.strata());
    return new Candidate(
        Kind.SUB_SPAN,
        order,
        group,
        position,
        part.number(),
        value,
        critical,
        sum * Finding.share(sum, span),
        critical.ofOrder(order, value));
  }

  private Finding finding(Candidate part, Ranking ranking, double unnamed, List<Finding> below) {
    GroupSums group = part.group();
    CriticalTimes critical = part.critical();
    boolean ofOrder = part.kind() == Kind.SUB_SPAN;
    return new Finding(
        ofOrder ? 4 : 3,
        part.kind(),
        group.layout().frame(part.position()),
        Optional.of(endpoint),
        Optional.of(
            new Part(
                part.signature(),
                part.position(),
                part.number(),
                group.layout().path(part.position()),
                ofOrder ? Optional.of(critical.trace(part.signature())) : Optional.empty())),
        Times.ofValue(split, group, part.value()),
        Times.ofValue(split, group, group.layout().duration(part.position())),
        critical == ofTail,
        part.score(ranking),
        Finding.share(part.criticalNanos(), critical.durationNanos()),
        Finding.share(group.requests(), split.requests()),
        unnamed,
        group.exemplar(part.value(), critical.strata()),
        below);
  }
}
