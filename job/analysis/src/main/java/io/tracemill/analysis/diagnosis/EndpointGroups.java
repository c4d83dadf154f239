package io.tracemill.analysis.diagnosis;

import io.tracemill.analysis.layer.GroupSums;
import io.tracemill.analysis.layer.LayerSums;
import io.tracemill.analysis.layer.OperationSums;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.Frame;
import java.util.List;
import java.util.Map;

/**
 * The groups of one endpoint, and for what its requests wait.
 *
 * @param orders groups of layer 4
 * @param structures groups of layer 3
 * @param split normal requests and the tail
 * @param criticalOfAll of all requests
 * @param criticalOfTail of the slowest requests
 */
record EndpointGroups(
    Frame endpoint,
    long requests,
    OperationSums operations,
    Map<CallTreeSignature, GroupSums> orders,
    Map<CallTreeSignature, GroupSums> structures,
    Tail split,
    CriticalTimes criticalOfAll,
    CriticalTimes criticalOfTail) {

  static EndpointGroups of(Frame endpoint, LayerSums sums, DiagnosisRules rules) {
    Tail split = Tail.of(sums.requestsByStratum(), rules.tailShare());
    return new EndpointGroups(
        endpoint,
        sums.requestsByStratum().values().stream().mapToLong(count -> count).sum(),
        sums.operations(),
        sums.orders(),
        sums.structures(),
        split,
        new CriticalTimes(sums.orders(), split.all(), rules.overlapToleranceNanos()),
        new CriticalTimes(sums.orders(), split.tail(), rules.overlapToleranceNanos()));
  }

  EndpointLayers.Cost cost(Frame operation) {
    return new EndpointLayers.Cost(
        operation,
        operations.selfTimes(operation, split.all()).sumNanos(),
        criticalOfAll.ofOperation(operation));
  }

  /** The durations of the requests in these strata. */
  long durationNanos(List<Integer> strata) {
    return structures.values().stream()
        .mapToLong(group -> group.moments(group.layout().duration(0), strata).sumNanos())
        .sum();
  }

  /** Share of a structure's requests whose order has no name. */
  double unnamed(GroupSums structure) {
    long named =
        orders.values().stream()
            .filter(order -> order.structure().equals(structure.structure()))
            .mapToLong(GroupSums::requests)
            .sum();
    return Finding.share(structure.requests() - named, structure.requests());
  }
}
