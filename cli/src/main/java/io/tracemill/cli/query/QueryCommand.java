package io.tracemill.cli.query;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The questions, each a command of its own. */
@Command(
    name = "query",
    header = "Ask the request index: categories, call trees, traces, or any SQL.",
    description = {
      "",
      "The job writes requests to an index (key index.path). Each question reads it on a local"
          + " or mounted directory, for a range of time.",
      ""
    },
    synopsisSubcommandLabel = "QUESTION",
    commandListHeading = "%nQuestions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tracemill query overview --index index 'shop POST /checkout'",
      "  tracemill query overview --index index 'shop POST*' --from 14:00 --to 14:10 --json",
      "  tracemill query category --index index 3fa9c1",
      "  tracemill query traces --index index --endpoint 'shop *' --min-duration 2s --slowest",
      "  tracemill query sql --index index \\",
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
