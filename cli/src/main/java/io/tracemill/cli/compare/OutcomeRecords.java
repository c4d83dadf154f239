package io.tracemill.cli.compare;

import io.tracemill.analysis.alert.Incident;
import io.tracemill.analysis.change.ChangeAccount;
import io.tracemill.analysis.mutation.EndpointChange;
import io.tracemill.analysis.mutation.EndpointSlide;
import io.tracemill.connectors.output.ChangeJson;
import io.tracemill.connectors.output.IncidentJson;
import io.tracemill.connectors.output.MutationJson;
import io.tracemill.connectors.output.RecordLimits;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.sink.FileResultSinks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.stream.Stream;

/** What a comparison found, as the records of the job's streams. */
final class OutcomeRecords {
  private OutcomeRecords() {}

  /** Writes them beside those of the job, to be published with them. */
  static void write(
      Outcome outcome, RecordLimits limits, Function<Incident, String> summaries, Path directory)
      throws IOException {
    MutationJson mutations = new MutationJson(limits);
    IncidentJson incidents = new IncidentJson(limits, summaries);
    ChangeJson changes = new ChangeJson(limits);
    FileResultSinks.write(
        directory,
        ResultStream.MUTATIONS,
        outcome.judgement().alerts().stream().map(mutations::record));
    FileResultSinks.write(
        directory, ResultStream.INCIDENTS, outcome.incidents().stream().map(incidents::record));
    FileResultSinks.write(directory, ResultStream.CHANGES, changes(outcome).map(changes::record));
  }

  private static Stream<EndpointChange> changes(Outcome outcome) {
    return outcome.endpoints().stream()
        .flatMap(endpoint -> endpoint.account().map(account -> change(endpoint, account)).stream());
  }

  private static EndpointChange change(ComparedEndpoint endpoint, ChangeAccount account) {
    EndpointSlide slide = endpoint.slide();
    return new EndpointChange(slide.endpoint(), slide.window(), slide.baseline(), account);
  }
}
