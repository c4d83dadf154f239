package io.tracemill.cli.query;

import io.tracemill.cli.query.answer.Answer;
import io.tracemill.cli.query.answer.Table;
import io.tracemill.cli.screen.Wording;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.question.Incidents;
import io.tracemill.store.question.Incidents.Incident;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The incidents of any time. */
@Command(
    name = "incidents",
    header = "List the incidents of a range of time, as the job last reported each.",
    description = {"", "--json has the whole records.", ""})
final class IncidentsCommand extends QuestionCommand {
  @Option(
      names = "--stream",
      paramLabel = "S",
      description = "incidents, mutations or changes (default: incidents).")
  private String stream = "incidents";

  @Override
  Answer ask(StoreSession session, Filter filter) {
    Incidents answer = Incidents.ask(session, filter.time(), stream);
    Table<Incident> table =
        new Table<>(answer.incidents())
            .names("time (UTC)", each -> Wording.dated(each.timeMillis()))
            .names("status", Incident::status)
            .names("severity", Incident::severity)
            .names("id", Incident::id);
    return new Answer(
        answer,
        answer.incidents().isEmpty() ? List.of("The store has none of this time.") : table.lines(),
        table.csv());
  }
}
