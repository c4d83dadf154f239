package io.tracemill.cli.check;

import io.tracemill.cli.options.ConfigOption;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Says what the job would make of the configured Kafka. */
@Command(
    name = "check",
    header = "Look at your Kafka as the job would, and say what to change.",
    description = {
      "",
      "Read-only, and done within a minute: brokers and permissions, topics, the encoding with"
          + " sample spans, traffic, how complete traces are and how far apart their spans arrive,"
          + " endpoints, output topics, memory. Ends with what to do, as YAML or commands to paste.",
      "",
      "The figures are what the job itself says of the newest records (at most 200,000, and about"
          + " 64 MiB). It joins no consumer group, commits nothing and creates nothing.",
      ""
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:`tracemill run` could run as configured; there may be warnings",
      "1:it could not: a problem is named",
      "2:wrong usage or configuration"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tracemill check --config tracemill.yaml",
      "  tracemill check             all defaults: otlp_spans at localhost:9092",
    })
public final class CheckCommand implements Callable<Integer> {
  @Mixin private ConfigOption config = new ConfigOption();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    Inspection inspection =
        new Inspection(config.load(), System::currentTimeMillis, Runtime.getRuntime().maxMemory());
    Report report = inspection.run();
    report.print(spec.commandLine().getOut());
    return report.runnable() ? 0 : 1;
  }
}
