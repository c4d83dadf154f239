package io.tracemill.pipeline.job;

import io.tracemill.connectors.files.FileFormat;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.ConfigFile;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.sink.FileResultSinks;
import io.tracemill.pipeline.sink.KafkaResultSinks;
import io.tracemill.pipeline.source.EncodedRecord;
import io.tracemill.pipeline.source.files.FileRecords;
import io.tracemill.pipeline.source.files.UnitWatermarks;
import io.tracemill.pipeline.source.kafka.KafkaRecordSource;
import io.tracemill.pipeline.source.kafka.TopicSelection;
import io.tracemill.pipeline.store.StoreLine;
import io.tracemill.pipeline.store.StoreWriter;
import io.tracemill.pipeline.topology.Rules;
import io.tracemill.pipeline.topology.Topology;
import java.io.File;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.flink.client.program.ProgramParametrizationException;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The job with its sources and sinks; a cluster runs {@link #main}. */
public final class TracemillJob {
  private static final Logger LOG = LoggerFactory.getLogger(TracemillJob.class);

  /** Its name in Flink's web UI. */
  public static final String NAME = "tracemill";

  private TracemillJob() {}

  /**
   * Runs the job on the cluster it is submitted to.
   *
   * @param arguments {@code --config FILE}, and {@code --resume} to go on from the newest
   *     checkpoint in the state directory, if there is one
   * @throws ProgramParametrizationException if they can't be used, in one line
   */
  public static void main(String[] arguments) throws Exception {
    try {
      submit(JobArguments.parse(arguments));
    } catch (ConfigException e) {
      throw oneLine(e);
    }
  }

  private static void submit(JobArguments arguments) throws Exception {
    TracemillConfig config = ConfigFile.load(arguments.config(), System.getenv());
    Configuration flink = FlinkSettings.submitted(config);
    Optional<Path> checkpoint =
        arguments.resume() ? Checkpoints.of(config).newest() : Optional.empty();
    checkpoint.ifPresent(path -> FlinkSettings.resuming(flink, path.toUri().toString()));
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(flink);
    kafkaToKafka(env, withSharedStore(config), false, checkpoint.isPresent());
    env.execute(NAME);
  }

  /** Tasks on several machines cannot share a relative path. */
  private static TracemillConfig withSharedStore(TracemillConfig config) {
    String path = config.get(Keys.STORE_PATH);
    if (path.isEmpty() || path.contains("://") || Path.of(path).isAbsolute()) {
      return config;
    }
    LOG.warn("store.path '{}' is relative, so the job on the cluster stores nothing", path);
    return config.with(Keys.STORE_PATH, "");
  }

  /** The exception that Flink's client prints without a stack trace, and Java with a short one. */
  private static ProgramParametrizationException oneLine(ConfigException cause) {
    ProgramParametrizationException failure =
        new ProgramParametrizationException("tracemill: " + cause.getMessage());
    failure.setStackTrace(new StackTraceElement[0]);
    return failure;
  }

  /**
   * Reads the configured topics and writes to the output topics.
   *
   * @param bounded whether to stop at the offsets that end the topics when the job starts; such a
   *     job posts no alerts
   * @param resumes whether the job resumes from a checkpoint
   */
  public static void kafkaToKafka(
      StreamExecutionEnvironment env, TracemillConfig config, boolean bounded, boolean resumes) {
    Instant now = Instant.now();
    Optional<StoreLine> line =
        bounded
            ? StoreLine.once(config, Rules.line(config), now)
            : StoreLine.of(config, Rules.line(config), resumes, now);
    new Topology(
            config,
            new KafkaResultSinks(config, bounded),
            !bounded,
            line.map(of -> new StoreWriter(config, Rules.sums(config), of)))
        .build(kafkaRecords(env, config, bounded), stackRecords(env, config, bounded));
  }

  /** The records of the configured topics, with timestamps and watermarks. */
  public static DataStream<EncodedRecord> kafkaRecords(
      StreamExecutionEnvironment env, TracemillConfig config, boolean bounded) {
    return read(env, config, new TopicSelection(config.get(Keys.KAFKA_TOPICS)), bounded, "read");
  }

  private static Optional<DataStream<EncodedRecord>> stackRecords(
      StreamExecutionEnvironment env, TracemillConfig config, boolean bounded) {
    List<String> topics = config.get(Keys.STACKS_TOPICS);
    return topics.isEmpty()
        ? Optional.empty()
        : Optional.of(
            read(env, config, TopicSelection.ofThoseThatExist(topics), bounded, "read-stacks"));
  }

  private static DataStream<EncodedRecord> read(
      StreamExecutionEnvironment env,
      TracemillConfig config,
      TopicSelection topics,
      boolean bounded,
      String name) {
    KafkaRecordSource source = new KafkaRecordSource(config, topics, bounded);
    return env.fromSource(source.source(), source.watermarks(), name).uid(name);
  }

  /**
   * Reads trace files and writes to {@link FileResultSinks}, which the caller publishes.
   *
   * @param line also receives requests, panes and incidents, if present
   */
  public static void filesToFiles(
      StreamExecutionEnvironment env,
      TracemillConfig config,
      List<Path> files,
      Optional<FileFormat> format,
      Path directory,
      Optional<StoreLine> line) {
    new Topology(
            config,
            new FileResultSinks(directory),
            false,
            line.map(of -> new StoreWriter(config, Rules.sums(config), of)))
        .build(fileRecords(env, config, files, format));
  }

  @SuppressWarnings("deprecation") // no newer source of Flink reads an iterator in one task
  private static DataStream<EncodedRecord> fileRecords(
      StreamExecutionEnvironment env,
      TracemillConfig config,
      List<Path> files,
      Optional<FileFormat> format) {
    List<File> sources = files.stream().map(Path::toFile).toList();
    FileRecords records = new FileRecords(sources, format, config.get(Keys.TIME_MAX_JUMP));
    return env.fromCollection(records, EncodedRecord.TYPE)
        .name("read")
        .uid("read")
        .assignTimestampsAndWatermarks(
            UnitWatermarks.behind(config.get(Keys.TIME_OUT_OF_ORDERNESS)))
        .setParallelism(1);
  }
}
