package io.tracemill.cli;

import io.tracemill.cli.analyze.AnalyzeCommand;
import io.tracemill.cli.check.CheckCommand;
import io.tracemill.cli.compare.CompareCommand;
import io.tracemill.cli.console.ConsoleCommand;
import io.tracemill.cli.console.IncidentCommand;
import io.tracemill.cli.console.McpCommand;
import io.tracemill.cli.console.ReportCommand;
import io.tracemill.cli.demo.DemoCommand;
import io.tracemill.cli.diagnose.DiagnoseCommand;
import io.tracemill.cli.explain.ExplainCommand;
import io.tracemill.cli.keep.KeepCommand;
import io.tracemill.cli.query.QueryCommand;
import io.tracemill.cli.replay.ReplayCommand;
import io.tracemill.cli.run.RunCommand;
import io.tracemill.cli.stacks.StacksCommand;
import io.tracemill.cli.train.TrainCommand;
import io.tracemill.cli.watch.WatchCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The program itself: its usage and the options that all commands share. */
@Command(
    name = "tracemill",
    versionProvider = Version.class,
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    sortOptions = false,
    usageHelpAutoWidth = true,
    synopsisSubcommandLabel = "COMMAND",
    header = "Shows where the time of your requests goes, from their traces, as they come.",
    description = {
      "",
      "Reads spans from Kafka or from files, assembles traces, and reports what the"
          + " requests of each endpoint wait for and what changed."
    },
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:done",
      "1:failed; one line on standard error gives the reason",
      "2:wrong usage or configuration; likewise",
      "130, 143:stopped by Ctrl-C or the signal TERM"
    },
    footerHeading = "%nMore:%n",
    footer = {
      "  tracemill COMMAND --help   what a command does, with examples",
      "  tracemill config           every configuration key, explained"
    },
    subcommands = {
      DemoCommand.class,
      RunCommand.class,
      CheckCommand.class,
      WatchCommand.class,
      IncidentCommand.class,
      ConsoleCommand.class,
      McpCommand.class,
      AnalyzeCommand.class,
      ReportCommand.class,
      CompareCommand.class,
      DiagnoseCommand.class,
      ExplainCommand.class,
      QueryCommand.class,
      ReplayCommand.class,
      KeepCommand.class,
      StacksCommand.class,
      TrainCommand.class,
      ConfigCommand.class,
      TopicsCommand.class,
      HelpCommand.class
    })
final class TracemillCommand implements Runnable {
  @Option(
      names = {"-v", "--log"},
      scope = ScopeType.INHERIT,
      description = "Log everything that Flink and Kafka do, not only errors.")
  private boolean verbose;

  @Option(
      names = "--stacktrace",
      scope = ScopeType.INHERIT,
      description = "Print the whole stack trace of a failure (or set TRACEMILL_DEBUG).")
  private boolean stacktrace;

  @Spec private CommandSpec spec = CommandSpec.create();

  boolean verbose() {
    return verbose;
  }

  boolean stacktrace() {
    return stacktrace || System.getenv("TRACEMILL_DEBUG") != null;
  }

  /** Reports that the command is missing. */
  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "name a command");
  }
}
