package io.tracemill.pipeline.job;

import io.tracemill.connectors.files.FileFormat;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.ConfigFile;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.StartPosition;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.sink.FileResultSinks;
import io.tracemill.pipeline.sink.KafkaResultSinks;
import io.tracemill.pipeline.source.EncodedRecord;
import io.tracemill.pipeline.source.files.FileRecords;
import io.tracemill.pipeline.source.kafka.KafkaSpanSource;
import io.tracemill.pipeline.source.kafka.StartingPoint;
import io.tracemill.pipeline.source.kafka.TopicSelection;
import io.tracemill.pipeline.source.unit.UnitSource;
import io.tracemill.pipeline.source.unit.UnitWatermarks;
import io.tracemill.pipeline.topology.Topology;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** The job between its sources and sinks; {@link #main} is what a cluster runs. */
public final class TracemillJob {
  /** Its name in Flink's web UI. */
  public static final String NAME = "tracemill";

  private TracemillJob() {}

  /**
   * Runs the job on the cluster it is submitted to.
   *
   * @param arguments {@code --config FILE}
   */
  public static void main(String[] arguments) throws Exception {
    if (arguments.length != 2 || !arguments[0].equals("--config")) {
      throw new ConfigException(
          "arguments: '%s', expected --config FILE".formatted(String.join(" ", arguments)));
    }
    TracemillConfig config = ConfigFile.load(Path.of(arguments[1]), System.getenv());
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(FlinkSettings.continuous(config));
    kafkaToKafka(env, config, false);
    env.execute(NAME);
  }

  /**
   * From the configured topics to the output topics.
   *
   * @param bounded whether to end at what is the end of the topics when the job starts
   */
  public static void kafkaToKafka(
      StreamExecutionEnvironment env, TracemillConfig config, boolean bounded) {
    new Topology(config, new KafkaResultSinks(config, bounded))
        .build(kafkaRecords(env, config, bounded));
  }

  /** The records of the configured topics, with timestamps and watermarks. */
  public static DataStream<EncodedRecord> kafkaRecords(
      StreamExecutionEnvironment env, TracemillConfig config, boolean bounded) {
    KafkaSpanSource source =
        new KafkaSpanSource(
            config.get(Keys.KAFKA_BOOTSTRAP_SERVERS),
            new TopicSelection(config.get(Keys.KAFKA_TOPICS)),
            config.get(Keys.KAFKA_GROUP_ID),
            startingPoint(config.get(Keys.KAFKA_START)),
            config.get(Keys.KAFKA_PROPERTIES),
            bounded,
            config.get(Keys.KAFKA_ENCODING).label(),
            config.get(Keys.TIME_MAX_JUMP));
    return env.fromSource(
            source.source(),
            source.watermarks(
                config.get(Keys.TIME_OUT_OF_ORDERNESS), config.get(Keys.ASSEMBLY_IDLE_FLUSH)),
            "read")
        .uid("read");
  }

  private static StartingPoint startingPoint(StartPosition position) {
    if (position instanceof StartPosition.At at) {
      return new StartingPoint.At(at.time().toEpochMilli());
    }
    return switch ((StartPosition.Named) position) {
      case COMMITTED -> new StartingPoint.Committed();
      case LATEST -> new StartingPoint.Latest();
      case EARLIEST -> new StartingPoint.Earliest();
    };
  }

  /** From trace files to one file of JSON lines for each stream. */
  public static void filesToFiles(
      StreamExecutionEnvironment env,
      TracemillConfig config,
      List<Path> files,
      Optional<FileFormat> format,
      Path directory) {
    List<File> sources = files.stream().map(Path::toFile).toList();
    DataStream<EncodedRecord> records =
        env.fromSource(
                new UnitSource(new FileRecords(sources, format.orElse(null))),
                new UnitWatermarks(config.get(Keys.TIME_OUT_OF_ORDERNESS)),
                "read")
            .setParallelism(1)
            .uid("read");
    new Topology(config, new FileResultSinks(directory)).build(records);
  }
}
