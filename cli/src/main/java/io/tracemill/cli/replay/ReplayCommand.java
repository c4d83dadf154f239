package io.tracemill.cli.replay;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.cli.options.Choice;
import io.tracemill.cli.options.ConfigOption;
import io.tracemill.cli.options.InputFiles;
import io.tracemill.cli.terminal.ProgressBar;
import io.tracemill.cli.terminal.StopSignal;
import io.tracemill.connectors.files.FileUnit;
import io.tracemill.connectors.files.FileUnits;
import io.tracemill.connectors.files.TraceFileException;
import io.tracemill.connectors.formats.Encoding;
import io.tracemill.connectors.otlp.OtlpEncoder;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.kafka.KafkaClients;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Sends the content of trace files to a Kafka topic, or writes it to a file. */
@Command(
    name = "replay",
    header = "Write trace files to Kafka, or to another file, as OTLP.",
    description = {
      "",
      "Reads the files that `analyze` reads. Each unit (an OTLP line or message, a"
          + " Jaeger trace) becomes one record, or several if the size requires it. A"
          + " record's timestamp is the unit's event time, so `run` finds in the topic what"
          + " `analyze` finds in the files. From JSON, it writes only what the job reads: spans"
          + " with their attributes, without events, scopes, lists, and links that are not"
          + " parents.",
      "",
      "A missing topic is created with retention.ms=-1, because Kafka deletes old records by"
          + " default. An existing topic is used as it is. Records go to its partitions in turn.",
      "",
      "With --now all times, of records and spans, move by the same amount, so that the last record"
          + " is sent at its own time. At full speed, the file becomes the past that ends now. With"
          + " --speed 1x, every record is sent at its own time, like live traffic.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tracemill replay traces.jsonl.gz --topic otlp_spans \\",
      "      --bootstrap-servers localhost:9092",
      "  tracemill replay jaeger.json --topic otlp_spans --config tracemill.yaml",
      "  tracemill replay traces.jsonl --topic otlp_spans --speed 1x --now",
      "  tracemill replay traces.jsonl.gz --to traces.pb.gz --encoding otlp_proto"
    })
public final class ReplayCommand implements Callable<Integer> {
  /** After a stop signal, the replay may send its buffered records for this long. */
  private static final int FINISH_SECONDS = 10;

  /** OTLP's encodings, by their names in configuration and messages. */
  static final class EncodingNames implements Iterable<String>, ITypeConverter<Encoding> {
    private static final Encoding[] OTLP = {Encoding.OTLP_PROTO, Encoding.OTLP_JSON};

    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(OTLP).map(Encoding::label).iterator();
    }

    @Override
    public Encoding convert(String given) {
      return Choice.of("encoding", OTLP, Encoding::label, String::equalsIgnoreCase, given);
    }
  }

  @Mixin private InputFiles files = new InputFiles();

  @Option(
      names = "--bootstrap-servers",
      paramLabel = "B",
      description = "Brokers, as host:port,... (default: kafka.bootstrap-servers).")
  private Optional<String> bootstrapServers = Optional.empty();

  @Option(names = "--topic", paramLabel = "T", description = "Topic to write to.")
  private Optional<String> topic = Optional.empty();

  @Option(
      names = "--partitions",
      paramLabel = "N",
      defaultValue = "3",
      description = "Partitions of a new topic (default: ${DEFAULT-VALUE}).")
  private int partitions;

  @Option(
      names = "--to",
      paramLabel = "FILE",
      description =
          "Write this file instead of a topic; compressed if its name ends in .gz. An"
              + " existing file is replaced.")
  private Optional<Path> to = Optional.empty();

  @Option(
      names = "--encoding",
      paramLabel = "E",
      defaultValue = "otlp_proto",
      completionCandidates = EncodingNames.class,
      converter = EncodingNames.class,
      description = "Encoding to write: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private Encoding encoding = Encoding.OTLP_PROTO;

  @Option(
      names = "--speed",
      paramLabel = "S",
      defaultValue = "max",
      converter = Pace.SpeedConverter.class,
      description =
          "1x keeps the pace of event time, with its gaps; 10x is ten times as fast; max"
              + " never waits (default: max).")
  private double speed = Pace.MAX;

  @Option(names = "--now", description = "Move all times, so that the last one is now.")
  private boolean now;

  @Mixin private ConfigOption config = new ConfigOption();

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Clock clock = Clock.systemUTC();

  @Override
  public Integer call() throws Exception {
    files.require();
    refuseWrongUsage();
    TracemillConfig values = configuration();
    Duration maxJump = values.get(Keys.TIME_MAX_JUMP);
    Optional<FileUnit> first = files.first(maxJump);
    TimeShift shift = now ? shiftToNow(maxJump) : TimeShift.NONE;
    long firstMillis = shift.millis(first.map(FileUnit::eventTimeMillis).orElse(0L));
    try (StopSignal stop = new StopSignal(FINISH_SECONDS, false);
        Target<ExportTraceServiceRequest> target =
            to.isPresent() ? fileTarget(to.get()) : topicTarget(values, firstMillis)) {
      replay(maxJump, shift, target, stop);
    }
    return 0;
  }

  private void refuseWrongUsage() {
    if (to.isPresent() == topic.isPresent()) {
      throw new ParameterException(spec.commandLine(), "give either --topic or --to");
    }
    if (to.isPresent() && bootstrapServers.isPresent()) {
      throw new ParameterException(
          spec.commandLine(), "--bootstrap-servers does not go with --to; remove one of them");
    }
    if (partitions < 1) {
      throw new ParameterException(spec.commandLine(), "--partitions must be at least 1");
    }
  }

  /** The shift that ends event time when the last record is sent, if sending takes no time. */
  private TimeShift shiftToNow(Duration maxJump) throws TraceFileException {
    try (FileUnits units = files.open(maxJump)) {
      Optional<FileUnit> unit = units.next();
      long first = unit.map(FileUnit::eventTimeMillis).orElse(0L);
      long last = first;
      for (; unit.isPresent(); unit = units.next()) {
        last = unit.get().eventTimeMillis();
      }
      long lasts = TimeUnit.NANOSECONDS.toMillis(Pace.nanosOf(last - first, speed));
      return TimeShift.toEndAt(clock.millis() + lasts, last);
    }
  }

  private Target<ExportTraceServiceRequest> fileTarget(Path file) throws IOException {
    for (Path read : files.paths()) {
      if (Files.exists(file) && Files.isSameFile(file, read)) {
        throw new ConfigException(
            "--to: '%s' is also an input file; give another name".formatted(file));
      }
    }
    try {
      return FileTarget.ofTraces(file, encoding);
    } catch (IOException e) {
      throw new ConfigException("--to: '%s' cannot be written: %s".formatted(file, e));
    }
  }

  private Target<ExportTraceServiceRequest> topicTarget(TracemillConfig values, long firstMillis)
      throws InterruptedException {
    KafkaClients clients = new KafkaClients(values);
    try (Admin admin = clients.admin()) {
      InputTopic input = InputTopic.prepare(admin, topic.orElseThrow(), partitions);
      if (input.created()) {
        say("created topic %s; it keeps its records for ever".formatted(input.name()));
      }
      for (String warning : input.warnings(firstMillis, clock.millis())) {
        say("warning: " + warning);
      }
      return TopicTarget.open(
          clients,
          input,
          (encoding == Encoding.OTLP_PROTO ? OtlpEncoder.proto() : OtlpEncoder.json())::encode);
    }
  }

  private TracemillConfig configuration() {
    TracemillConfig values = config.load();
    return bootstrapServers
        .map(servers -> values.with(Keys.KAFKA_BOOTSTRAP_SERVERS, servers))
        .orElse(values);
  }

  private void replay(
      Duration maxJump, TimeShift shift, Target<ExportTraceServiceRequest> target, StopSignal stop)
      throws Exception {
    long started = System.nanoTime();
    ReplayTotals totals = new ReplayTotals();
    String where = to.map(Path::toString).orElseGet(() -> "topic " + topic.orElseThrow());
    try (FileUnits units = files.open(maxJump);
        ProgressBar bar =
            ProgressBar.onTerminal(
                spec.commandLine().getErr(),
                () -> (double) units.bytesRead() / Math.max(1, units.totalBytes()))) {
      bar.start();
      Pace pace = new Pace(speed, System::nanoTime, nanos -> !stop.await(nanos));
      new Replay(units, pace, shift, target, totals).run();
    } catch (TraceFileException e) {
      throw new IllegalStateException(
          "%s; before that, replay wrote %s%s"
              .formatted(
                  e.getMessage(),
                  totals.written(encoding.label(), where),
                  totals.malformed() == 0
                      ? ""
                      : " and left out %,d unreadable ones".formatted(totals.malformed())),
          e);
    }
    say(
        (stop.given() ? "stopped; " : "")
            + totals.text(encoding.label(), where, System.nanoTime() - started));
    if (topic.isPresent() && totals.longestGap().compareTo(maxJump) > 0) {
      say(
          ("warning: a unit comes %d s after the one before, which is more than"
                  + " time.max-jump, so `run` will not trust its time; raise time.max-jump")
              .formatted(totals.longestGap().toSeconds()));
    }
    if (totals.malformed() > 0) {
      throw new IllegalStateException(
          "%,d of %,d units could not be read and were left out; the first: %s"
              .formatted(totals.malformed(), totals.units(), totals.firstProblem()));
    }
  }

  private void say(String text) {
    spec.commandLine().getErr().println("tracemill: " + text);
    spec.commandLine().getErr().flush();
  }
}
