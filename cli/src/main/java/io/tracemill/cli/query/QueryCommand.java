package io.tracemill.cli.query;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The questions, each a subcommand. */
@Command(
    name = "query",
    header = "Query the store: categories, call trees, traces, or any SQL.",
    description = {
      "",
      "The job keeps requests in a store (key store.path). Each question reads it from a"
          + " local or mounted directory, for a range of time.",
      ""
    },
    synopsisSubcommandLabel = "QUESTION",
    commandListHeading = "%nQuestions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tracemill query overview --store store 'shop POST /checkout'",
      "  tracemill query overview --store store 'shop POST*' --from 14:00 --json",
      "  tracemill query category --store store 3fa9c1",
      "  tracemill query traces --store store --min-duration 2s --slowest",
      "  tracemill query compare --store store --at 14:00 --category 3fa9c1",
      "  tracemill query change --store store --at 14:00",
      "  tracemill query sql --store store \\",
      "      'SELECT service, sum(weight) FROM requests GROUP BY service'"
    },
    subcommands = {
      OverviewCommand.class,
      CategoryCommand.class,
      HistogramCommand.class,
      TendencyCommand.class,
      DiffCommand.class,
      TracesCommand.class,
      TraceCommand.class,
      CompareRequestsCommand.class,
      ProfileCommand.class,
      ChangeCommand.class,
      IncidentsCommand.class,
      SqlCommand.class
    })
public final class QueryCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  /** Reports that the question is missing. */
  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "name a question");
  }
}
