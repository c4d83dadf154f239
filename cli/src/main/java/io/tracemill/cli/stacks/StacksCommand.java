package io.tracemill.cli.stacks;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Converts recordings of profilers. */
@Command(
    name = "stacks",
    header = "Convert recordings of perf or Java Flight Recorder into OTLP profiles.",
    description = {
      "",
      "Stack samples of a host say what ran while its spans were slow. The job reads them as"
          + " OTLP profiles, which the OpenTelemetry Collector and its eBPF profiler also write."
    },
    subcommands = {PerfCommand.class, JfrCommand.class})
public final class StacksCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "name a profiler: perf or jfr");
  }
}
