package io.tracemill.cli.keep;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.cli.options.ConfigOption;
import io.tracemill.cli.replay.InputTopic;
import io.tracemill.cli.replay.TopicTarget;
import io.tracemill.cli.run.KafkaAccess;
import io.tracemill.cli.terminal.DurationConverter;
import io.tracemill.cli.terminal.ShellWords;
import io.tracemill.cli.terminal.StopSignal;
import io.tracemill.cli.terminal.Terminal;
import io.tracemill.connectors.otlp.OtlpEncoder;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.kafka.KafkaClients;
import io.tracemill.pipeline.source.kafka.PartitionClock;
import io.tracemill.pipeline.source.kafka.TopicSelection;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
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
          + " traces that the job chose: anomalies, incidents, the slowest, failures, and a"
          + " sample. They are OTLP in protobuf, with the trace id as key. It holds ids in"
          + " memory, no spans. Its consumer group is kafka.group-id with -keep; what was not"
          + " committed is written again after a restart. Ctrl-C ends it.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tracemill keep --config tracemill.yaml",
      "  tracemill keep --config tracemill.yaml --bytes-per-second 200000",
      "  tracemill keep --config tracemill.yaml --until-now    what is there, then stop",
    })
public final class KeepCommand implements Callable<Integer> {
  private static final int FINISH_SECONDS = 10;
  private static final String CLEAR_LINE = "\r\033[K";
  private static final Pattern TOPIC = Pattern.compile("[a-zA-Z0-9._-]{1,249}");

  /** What a fetch brings at most, all partitions together. */
  private static final int FETCH_BYTES = 8 << 20;

  @Mixin private ConfigOption config = new ConfigOption();

  @Option(
      names = "--to",
      paramLabel = "TOPIC",
      defaultValue = "otlp_spans_kept",
      description = "Topic to write to; it must exist (default: ${DEFAULT-VALUE}).")
  private String to = "";

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
      defaultValue = "200000",
      description =
          "Hold so many trace ids in memory, about 150 bytes each. The oldest is forgotten first"
              + " (default: ${DEFAULT-VALUE}).")
  private int maxTraces;

  @Option(
      names = "--bytes-per-second",
      paramLabel = "N",
      defaultValue = "1000000",
      description =
          "Write so many bytes for a second of traffic, counted by the minute. Above that, whole"
              + " traces are left out (default: ${DEFAULT-VALUE}).")
  private long bytesPerSecond;

  @Option(
      names = "--until-now",
      description = "Stop at the present end of the input, without waiting for the delay.")
  private boolean untilNow;

  @Spec private CommandSpec spec = CommandSpec.create();

  private long toldNanos = System.nanoTime();

  @Override
  public Integer call() throws Exception {
    refuseBelowOne("--delay", delay.toSeconds(), "1s");
    refuseBelowOne("--max-traces", maxTraces, "1");
    refuseBelowOne("--bytes-per-second", bytesPerSecond, "1");
    TracemillConfig values = config.load();
    TopicSelection inputs = new TopicSelection(values.get(Keys.KAFKA_TOPICS));
    refuseTarget(inputs, values.get(Keys.OUTPUT_PREFIX));
    refuseMissing(values, inputs);
    KafkaClients clients = new KafkaClients(values);
    try (StopSignal stop = new StopSignal(FINISH_SECONDS, true);
        TopicTarget<ExportTraceServiceRequest> target =
            TopicTarget.open(clients, target(values), OtlpEncoder.proto()::encode);
        PacedTopics input = input(values, clients);
        PacedTopics decisions = decisions(clients)) {
      KeepTotals totals = new KeepTotals();
      WantedTraces traces = new WantedTraces(maxTraces, bytesPerSecond, totals);
      input.join(inputs, target::finish);
      new Keeper(values, delay, traces, input, decisions, target, totals, System::nanoTime)
          .run(stop::given, () -> progress(() -> text(totals, input, decisions)));
      say(text(totals, input, decisions));
    } catch (KafkaException e) {
      throw KafkaAccess.failed(values, e);
    }
    return 0;
  }

  private void refuseBelowOne(String option, long value, String least) {
    if (value < 1) {
      throw new ParameterException(
          spec.commandLine(),
          "%s: %d is too small; give %s or more".formatted(option, value, least));
    }
  }

  /** Prints a line each second on a terminal, else all figures each minute. */
  private void progress(Supplier<String> figures) {
    boolean terminal = Terminal.isPresent();
    long period = terminal ? TimeUnit.SECONDS.toNanos(1) : TimeUnit.MINUTES.toNanos(1);
    if (System.nanoTime() - toldNanos < period) {
      return;
    }
    toldNanos = System.nanoTime();
    if (terminal) {
      spec.commandLine().getErr().print(CLEAR_LINE + figures.get().lines().findFirst().orElse(""));
      spec.commandLine().getErr().flush();
    } else {
      say(figures.get());
    }
  }

  private static String text(KeepTotals totals, PacedTopics input, PacedTopics decisions) {
    return totals.text(input.expired(), decisions.expired());
  }

  private void say(String figures) {
    String line = Terminal.isPresent() ? CLEAR_LINE : "";
    spec.commandLine().getErr().println(line + "tracemill: " + figures);
    spec.commandLine().getErr().flush();
  }

  private void refuseTarget(TopicSelection inputs, String prefix) {
    if (!TOPIC.matcher(to).matches()) {
      throw new ParameterException(
          spec.commandLine(),
          "--to: '%s' is no topic; give up to 249 letters, digits, dots, _ and -".formatted(to));
    }
    if (inputs.includes(to) || to.startsWith(prefix + ".")) {
      throw new ConfigException(
          "--to: '%s' is a topic that the job reads or writes (kafka.topics, output.prefix); give"
                  .formatted(to)
              + " another name");
    }
  }

  private static void refuseMissing(TracemillConfig values, TopicSelection inputs)
      throws InterruptedException {
    try (KafkaAccess kafka = new KafkaAccess(values)) {
      Set<String> topics = kafka.topics();
      if (!topics.contains(ResultStream.KEEP.topic(values.get(Keys.OUTPUT_PREFIX)))) {
        throw new IllegalStateException(
            ("output.prefix: %s does not exist, or this user may not see it; `tracemill topics`"
                    + " prints the command that creates it")
                .formatted(KafkaAccess.names(List.of(ResultStream.KEEP), values)));
      }
      if (topics.stream().noneMatch(inputs::includes)) {
        throw new IllegalStateException(
            "kafka.topics: %s does not exist, or this user may not see it"
                .formatted(String.join(", ", inputs.topics())));
      }
    }
  }

  private InputTopic target(TracemillConfig values) throws InterruptedException {
    try (Admin admin = new KafkaClients(values).admin()) {
      return InputTopic.find(admin, to)
          .orElseThrow(
              () ->
                  new IllegalStateException(
                      ("--to: topic %s does not exist, or this user may not see it; create it:"
                              + " kafka-topics.sh --create --bootstrap-server %s --topic %s")
                          .formatted(
                              to,
                              ShellWords.quoted(values.get(Keys.KAFKA_BOOTSTRAP_SERVERS)),
                              to)));
    }
  }

  private PacedTopics input(TracemillConfig values, KafkaClients clients) {
    Map<String, Object> own =
        Map.of(ConsumerConfig.GROUP_ID_CONFIG, values.get(Keys.KAFKA_GROUP_ID) + "-keep");
    return new PacedTopics(
        consumer(clients, own),
        record -> record.timestamp(),
        values.get(Keys.TIME_MAX_JUMP).toMillis(),
        untilNow);
  }

  /** The job does not follow a clock that jumps, so its decisions are believed. */
  private PacedTopics decisions(KafkaClients clients) {
    Map<String, Object> own = Map.of(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    return new PacedTopics(
        consumer(clients, own), Decision::millis, PartitionClock.LATEST_MILLIS, untilNow);
  }

  private static Consumer<byte[], byte[]> consumer(KafkaClients clients, Map<String, Object> more) {
    Map<String, Object> own = new HashMap<>(more);
    own.put(ConsumerConfig.CLIENT_ID_CONFIG, "tracemill-keep");
    own.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    own.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    own.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCH_BYTES);
    return clients.consumer(own, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }
}
