package io.tracemill.pipeline.topology;

import io.tracemill.analysis.breakdown.Breakdown;
import io.tracemill.analysis.heatmap.HeatMap;
import io.tracemill.analysis.whatif.WhatIfTable;
import io.tracemill.connectors.output.BreakdownJson;
import io.tracemill.connectors.output.HeatMapJson;
import io.tracemill.connectors.output.RecordLimits;
import io.tracemill.connectors.output.WhatIfJson;
import io.tracemill.pipeline.monitor.EndpointWindow;
import java.util.List;

/** Makes the records of an endpoint's requests in a whole window (semantics 7.1, 7.3). */
final class WindowRecords {
  /** The attributes that separate an endpoint's requests best. */
  private static final int MAX_BREAKDOWNS = 20;

  private WindowRecords() {}

  static ResultFunction.Writer<EndpointWindow> heatMaps(RecordLimits limits) {
    HeatMapJson json = new HeatMapJson(limits);
    return (window, time) ->
        List.of(
            json.record(
                window.endpoint(),
                window.startMillis(),
                window.endMillis(),
                window.requests().count(),
                HeatMap.of(window.requests().sample())));
  }

  static ResultFunction.Writer<EndpointWindow> whatIfs(RecordLimits limits, long toleranceNanos) {
    WhatIfJson json = new WhatIfJson(limits);
    return (window, time) ->
        WhatIfTable.of(window.requests(), toleranceNanos).stream()
            .map(
                table ->
                    json.record(window.endpoint(), window.startMillis(), window.endMillis(), table))
            .toList();
  }

  static ResultFunction.Writer<EndpointWindow> breakdowns(RecordLimits limits) {
    BreakdownJson json = new BreakdownJson(limits);
    return (window, time) ->
        Breakdown.of(window.requests().sample(), MAX_BREAKDOWNS).stream()
            .map(
                breakdown ->
                    json.record(
                        window.endpoint(), window.startMillis(), window.endMillis(), breakdown))
            .toList();
  }
}
