package io.tracemill.cli;

import io.tracemill.cli.options.ConfigOption;
import io.tracemill.cli.run.KafkaAccess;
import io.tracemill.cli.run.TopicCreation;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Prints the commands that create the output topics. */
@Command(
    name = "topics",
    header = "Print the commands that create the output topics.",
    description = {
      "",
      "The output is a shell script for someone who may create topics. The command itself creates"
          + " nothing and contacts no broker. The configuration gives the brokers, the prefix, the"
          + " record size and the streams; the topic of traces needs output.traces."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tracemill topics --config tracemill.yaml --replication-factor 3",
      "  tracemill topics | sh        with Kafka's bin directory on the PATH"
    })
final class TopicsCommand implements Runnable {
  @Mixin private ConfigOption config = new ConfigOption();

  @Option(
      names = "--partitions",
      defaultValue = "6",
      paramLabel = "N",
      description = "Partitions of each topic (default: ${DEFAULT-VALUE}).")
  private int partitions;

  @Option(
      names = "--replication-factor",
      defaultValue = "1",
      paramLabel = "N",
      description = "Copies of each partition (default: ${DEFAULT-VALUE}).")
  private int replicationFactor;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    if (partitions < 1 || replicationFactor < 1) {
      throw new ParameterException(
          spec.commandLine(), "--partitions and --replication-factor must be at least 1");
    }
    TracemillConfig values = config.load();
    TopicCreation creation = new TopicCreation(partitions, replicationFactor);
    PrintWriter out = spec.commandLine().getOut();
    if (!values.get(Keys.KAFKA_PROPERTIES).isEmpty()) {
      out.println("# To pass your kafka.properties to kafka-topics.sh, add --command-config FILE");
    }
    for (ResultStream stream : KafkaAccess.outputs(values)) {
      out.println("# " + stream.description());
      out.println(creation.command(stream, values));
    }
    out.flush();
  }
}
