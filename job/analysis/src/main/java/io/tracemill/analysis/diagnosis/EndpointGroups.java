package io.tracemill.analysis.diagnosis;

import io.tracemill.analysis.layer.GroupSums;
import io.tracemill.analysis.layer.LayerSums;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.Frame;
import java.util.Map;

/**
 * The sums of one endpoint, and for what its requests wait: all of them, and the tail.
 *
 * @param structures groups of layer 3
 */
record EndpointGroups(
    Frame endpoint,
    LayerSums sums,
    Map<CallTreeSignature, GroupSums> structures,
    Tail split,
    CriticalTimes criticalOfAll,
    CriticalTimes criticalOfTail) {

  static EndpointGroups of(Frame endpoint, LayerSums sums, DiagnosisRules rules) {
    Tail split = Tail.of(sums.requestsByStratum(), rules.tailShare());
    return new EndpointGroups(
        endpoint,
        sums,
        sums.structures(),
        split,
        new CriticalTimes(sums, split.all(), rules.overlapToleranceNanos()),
        new CriticalTimes(sums, split.tail(), rules.overlapToleranceNanos()));
  }

  EndpointLayers.Cost cost(Frame operation) {
    return new EndpointLayers.Cost(
        operation,
        sums.operations().selfTimes(operation, split.all()).sumNanos(),
        criticalOfAll.ofOperation(operation));
  }

  /** Share of a structure's requests whose order has no name. */
  double unnamed(GroupSums structure) {
    long named =
        sums.orders().values().stream()
            .filter(order -> order.structure().equals(structure.structure()))
            .mapToLong(GroupSums::requests)
            .sum();
    return Finding.share(structure.requests() - named, structure.requests());
  }
}
