package io.tracemill.cli.stacks;

import io.opentelemetry.proto.collector.profiles.v1development.ExportProfilesServiceRequest;
import io.tracemill.analysis.stack.StackSample;
import io.tracemill.cli.options.ConfigOption;
import io.tracemill.cli.replay.FileTarget;
import io.tracemill.cli.replay.InputTopic;
import io.tracemill.cli.replay.Target;
import io.tracemill.cli.replay.TopicTarget;
import io.tracemill.connectors.profiles.ProfilesEncoder;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.kafka.KafkaClients;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of a conversion: the node of the samples, and where they go, a file or a topic. */
final class StacksOutput {
  private static final int PARTITIONS = 3;

  @Option(
      names = "--host",
      paramLabel = "NAME",
      description =
          "The node, as spans name it: k8s.node.name, else host.id, else host.name (default:"
              + " this machine's name).")
  private Optional<String> host = Optional.empty();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description =
          "Write to this file: OTLP JSON, one request per line; compressed if its name ends in .gz.")
  private Optional<Path> file = Optional.empty();

  @Option(
      names = "--topic",
      paramLabel = "T",
      description = "Write to this topic, such as otlp_profiles, in protobuf.")
  private Optional<String> topic = Optional.empty();

  @Option(
      names = "--bootstrap-servers",
      paramLabel = "B",
      description = "Brokers, as host:port,... (default: kafka.bootstrap-servers).")
  private Optional<String> bootstrapServers = Optional.empty();

  @Mixin private ConfigOption config = new ConfigOption();

  /** The node that was recorded. */
  String host() throws UnknownHostException {
    return host.isPresent() ? host.get() : InetAddress.getLocalHost().getHostName();
  }

  /** Refuses options that name no place, or two. */
  void require() {
    if (file.isPresent() == topic.isPresent()) {
      throw new ConfigException("give either --out or --topic");
    }
  }

  /** Writes the samples, at least one, and says on {@code err} what it wrote. */
  void write(List<StackSample> samples, PrintWriter err) throws IOException, InterruptedException {
    List<ExportProfilesServiceRequest> requests = ProfilesEncoder.encode(samples);
    int records = 0;
    try (Target<ExportProfilesServiceRequest> target = open(millis(requests.get(0)), err)) {
      for (ExportProfilesServiceRequest request : requests) {
        records += target.write(request, millis(request));
      }
      target.finish();
    }
    err.printf(
        "tracemill: wrote %,d samples in %,d records to %s%n",
        samples.size(),
        records,
        file.map(Path::toString).orElseGet(() -> "topic " + topic.orElseThrow()));
    err.flush();
  }

  private Target<ExportProfilesServiceRequest> open(long firstMillis, PrintWriter err)
      throws IOException, InterruptedException {
    if (file.isPresent()) {
      return FileTarget.ofLines(file.get());
    }
    TracemillConfig values = config.load();
    KafkaClients clients =
        new KafkaClients(
            bootstrapServers
                .map(servers -> values.with(Keys.KAFKA_BOOTSTRAP_SERVERS, servers))
                .orElse(values));
    try (Admin admin = clients.admin()) {
      InputTopic input = InputTopic.prepare(admin, topic.orElseThrow(), PARTITIONS);
      input
          .warnings(firstMillis, System.currentTimeMillis())
          .forEach(warning -> err.println("tracemill: warning: " + warning));
      return TopicTarget.open(
          clients, input, (request, maxBytes) -> List.of(request.toByteArray()));
    }
  }

  /** A record's time is that of its first sample. */
  private static long millis(ExportProfilesServiceRequest request) {
    return Duration.ofNanos(
            request.getResourceProfiles(0).getScopeProfiles(0).getProfiles(0).getTimeUnixNano())
        .toMillis();
  }
}
