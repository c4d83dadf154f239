package io.tracemill.cli.keep;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.analysis.record.KeepRecord;
import io.tracemill.cli.options.ConfigOption;
import io.tracemill.cli.replay.InputTopic;
import io.tracemill.cli.replay.TopicTarget;
import io.tracemill.cli.run.KafkaAccess;
import io.tracemill.cli.terminal.DurationConverter;
import io.tracemill.cli.terminal.StopSignal;
import io.tracemill.connectors.otlp.OtlpEncoder;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.kafka.KafkaClients;
import io.tracemill.pipeline.source.kafka.TopicSelection;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Copies the spans of the traces that the job chose to another topic, until it is stopped. */
@Command(
    name = "keep",
    header = "Copy the traces that matter to another topic, for a small Jaeger or Tempo.",
    description = {
      "",
      "Reads the input topics again, a fixed delay after the job, and writes only the spans of"
          + " traces that the job chose, as OTLP in protobuf, with the trace id as key. It holds"
          + " ids in memory, no spans. Its consumer group is kafka.group-id with -keep; what was"
          + " not committed is written again after a restart. Run one process. Ctrl-C ends it.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tracemill keep --config tracemill.yaml",
      "  tracemill keep --config tracemill.yaml --reason anomaly,incident",
      "  tracemill keep --config tracemill.yaml --until-now    what is there, then stop",
    })
public final class KeepCommand implements Callable<Integer> {
  @Mixin private ConfigOption config = new ConfigOption();

  @Option(
      names = "--to",
      paramLabel = "TOPIC",
      description = "Topic to write to; it must exist (default: ${DEFAULT-VALUE}).")
  private String to = "otlp_spans_kept";

  @Option(
      names = "--reason",
      paramLabel = "R",
      split = ",",
      defaultValue = "anomaly,incident,slowest,failed,sample",
      description = "Only traces chosen for these reasons (default: ${DEFAULT-VALUE}).")
  private Set<KeepRecord.Reason> reasons = EnumSet.allOf(KeepRecord.Reason.class);

  @Option(
      names = "--delay",
      paramLabel = "D",
      defaultValue = "30m",
      converter = DurationConverter.class,
      description =
          "Read spans this long after they were sent, by their timestamps. An incident can name"
              + " a trace 25 minutes later (default: ${DEFAULT-VALUE}).")
  private Duration delay = Duration.ZERO;

  @Option(
      names = "--max-traces",
      paramLabel = "N",
      description =
          "Hold so many trace ids in memory, about 200 bytes each. The oldest is forgotten first"
              + " (default: ${DEFAULT-VALUE}).")
  private int maxTraces = 200_000;

  @Option(
      names = "--bytes-per-second",
      paramLabel = "N",
      description =
          "Write so many bytes for a second of traffic, counted by the minute. Above that, whole"
              + " traces are left out (default: ${DEFAULT-VALUE}).")
  private long bytesPerSecond = 1_000_000;

  @Option(
      names = "--until-now",
      description = "Stop at the present end of the input, without waiting for the delay.")
  private boolean untilNow;

  @Spec private CommandSpec spec = CommandSpec.create();

  private long toldNanos = System.nanoTime();

  @Override
  public Integer call() throws Exception {
    refuseBelowOne("--delay", delay.toSeconds());
    refuseBelowOne("--max-traces", maxTraces);
    refuseBelowOne("--bytes-per-second", bytesPerSecond);
    TracemillConfig values = config.load();
    Set<String> topics = inputTopics(values);
    KafkaClients clients = new KafkaClients(values);
    WantedTraces traces = new WantedTraces(reasons, maxTraces, bytesPerSecond);
    try (StopSignal stop = new StopSignal(10, true);
        TopicTarget<ExportTraceServiceRequest> target =
            TopicTarget.open(
                clients, InputTopic.existing(clients, to), OtlpEncoder.proto()::encode);
        Consumer<byte[], byte[]> kafka = consumer(clients, values.get(Keys.KAFKA_GROUP_ID))) {
      SpanCopier copier = new SpanCopier(values, traces, target);
      String decisions = ResultStream.KEEP.topic(values.get(Keys.OUTPUT_PREFIX));
      new Keeper(kafka, topics, decisions, traces, copier, delay, InstantSource.system())
          .run(untilNow, stop::given, () -> say(traces.totals, false));
      say(traces.totals, true);
    } catch (KafkaException e) {
      throw KafkaAccess.failed(values, e);
    }
    return 0;
  }

  private void refuseBelowOne(String option, long value) {
    if (value < 1) {
      throw new ParameterException(
          spec.commandLine(), "%s: %d is too small; give 1 or more".formatted(option, value));
    }
  }

  private Set<String> inputTopics(TracemillConfig values) throws InterruptedException {
    TopicSelection inputs = new TopicSelection(values.get(Keys.KAFKA_TOPICS));
    if (inputs.includes(to) || to.startsWith(values.get(Keys.OUTPUT_PREFIX) + ".")) {
      throw new ConfigException(
          "--to: '%s' is a topic that the job reads or writes (kafka.topics, output.prefix); give"
                  .formatted(to)
              + " another name");
    }
    try (KafkaAccess kafka = new KafkaAccess(values)) {
      kafka.refuseMissing(List.of(ResultStream.KEEP));
      return kafka.inputTopics();
    }
  }

  private static Consumer<byte[], byte[]> consumer(KafkaClients clients, String group) {
    Map<String, Object> own =
        Map.of(
            ConsumerConfig.CLIENT_ID_CONFIG, "tracemill-keep",
            ConsumerConfig.GROUP_ID_CONFIG, group + "-keep",
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none",
            ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed",
            ConsumerConfig.MAX_POLL_RECORDS_CONFIG, WantedTraces.BATCH);
    return clients.consumer(own, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  private void say(KeepTotals totals, boolean now) {
    if (now || System.nanoTime() - toldNanos > TimeUnit.MINUTES.toNanos(1)) {
      toldNanos = System.nanoTime();
      spec.commandLine().getErr().println("tracemill: " + totals);
      spec.commandLine().getErr().flush();
    }
  }
}
