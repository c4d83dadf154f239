package io.tracemill.cli.compare;

import io.tracemill.analysis.explanation.ExplainedIncident;
import io.tracemill.analysis.explanation.IncidentSentence;
import io.tracemill.connectors.output.ChangeJson;
import io.tracemill.connectors.output.IncidentJson;
import io.tracemill.connectors.output.MutationJson;
import io.tracemill.connectors.output.RecordLimits;
import io.tracemill.connectors.output.ResultRecord;
import io.tracemill.connectors.output.ResultStream;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a comparison found, as the records of the job's streams. */
record ComparisonRecords(Map<ResultStream, List<ResultRecord>> byStream) {
  /** Those that it has records of. */
  static final Set<ResultStream> STREAMS =
      Set.of(ResultStream.INCIDENTS, ResultStream.MUTATIONS, ResultStream.CHANGES);

  /**
   * The records.
   *
   * @param traceLink the template of links to traces
   */
  static ComparisonRecords of(Comparison comparison, RecordLimits limits, String traceLink) {
    IncidentJson incidents = new IncidentJson(limits, traceLink);
    MutationJson mutations = new MutationJson(limits);
    ChangeJson changes = new ChangeJson(limits);
    List<ExplainedIncident> found = comparison.incidents();
    return new ComparisonRecords(
        Map.of(
            ResultStream.INCIDENTS,
            found.stream()
                .map(each -> incidents.record(each, IncidentSentence.ofCohorts(each)))
                .toList(),
            ResultStream.MUTATIONS,
            found.stream().flatMap(incident -> mutations.records(incident).stream()).toList(),
            ResultStream.CHANGES,
            comparison.compared().stream()
                .flatMap(endpoint -> endpoint.explanation().stream())
                .map(changes::record)
                .toList()));
  }

  List<ResultRecord> of(ResultStream stream) {
    return byStream.getOrDefault(stream, List.of());
  }
}
