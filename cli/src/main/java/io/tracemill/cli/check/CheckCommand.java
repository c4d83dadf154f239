package io.tracemill.cli.check;

import io.tracemill.cli.options.ConfigOption;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Reports how the job would run against the configured Kafka. */
@Command(
    name = "check",
    header = "Inspect your Kafka as the job would see it, and advise on changes.",
    description = {
      "",
      "Takes at most a minute and only reads. It checks brokers and permissions, topics, their"
          + " encoding, traffic, completeness and timing of traces, endpoints, memory, stack samples,"
          + " directories, Alertmanager, a webhook and models. It ends with advice, as YAML or"
          + " commands to paste.",
      "",
      "The figures come from the job itself, run over the newest records (at most 200,000, and"
          + " about 64 MiB). It joins no consumer group, commits nothing and creates nothing.",
      ""
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:`tracemill run` could run as configured; there may be warnings",
      "1:it could not: the report names a problem",
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
        new Inspection(config.load(), System.currentTimeMillis(), Runtime.getRuntime().maxMemory());
    Report report = inspection.run();
    report.print(spec.commandLine().getOut());
    return report.runnable() ? 0 : 1;
  }
}
