package io.tracemill.cli.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.record.QualityRecord;
import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.cli.options.TemporaryDirectory;
import io.tracemill.cli.screen.QualitySummary;
import io.tracemill.connectors.output.RecordJson;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.DeadLetters;
import io.tracemill.pipeline.config.IncompleteTraces;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.StartPosition;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.job.FlinkSettings;
import io.tracemill.pipeline.job.TracemillJob;
import io.tracemill.pipeline.kafka.KafkaFailure;
import io.tracemill.pipeline.sink.FileResultSinks;
import io.tracemill.pipeline.topology.Rules;
import io.tracemill.pipeline.topology.Topology;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.flink.api.common.functions.FilterFunction;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;

/**
 * What the job writes about the newest records of topics, and the fragments that it read. Records
 * are counted all; spans and requests are those of traces that lie wholly inside the sample.
 *
 * @param profiles one for each endpoint and pane
 * @param firstFailure why the first undecodable record cannot be decoded; empty if all can be
 */
record Sample(
    Time time,
    List<Fragment> fragments,
    List<EndpointProfile> profiles,
    List<QualityRecord> quality,
    String firstFailure) {
  private static final int MAX_SECONDS = 60;

  /**
   * The time range, the same for all partitions. Times are milliseconds since the epoch.
   *
   * @param fromMillis time of the oldest record; 0 for all records
   * @param newestMillis timestamp of the newest record, now at the latest
   * @param seenUntilMillis time before which no record can be missing
   */
  record Time(long fromMillis, long newestMillis, long seenUntilMillis) implements Serializable {
    /** Whether there are records before the sample. */
    boolean hasOlder() {
      return fromMillis > 0;
    }

    /**
     * Whether a trace counts as wholly inside: it began long enough after the start to be no
     * remainder, and long enough before the end to have closed.
     */
    boolean holds(long firstMillis, long quietMillis) {
      return (!hasOlder() || firstMillis >= fromMillis + quietMillis)
          && firstMillis + 2 * quietMillis <= seenUntilMillis;
    }
  }

  /**
   * Runs the job to the end of the topics, on a Flink inside this process: without checkpoints,
   * commits or results in Kafka.
   *
   * @throws TimeoutException if that takes longer than a minute
   * @throws IllegalStateException if it fails
   */
  static Sample read(TracemillConfig config, List<String> topics, Time time)
      throws InterruptedException, TimeoutException {
    TracemillConfig sampled = sampled(config, topics, time);
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.createLocalEnvironment(
            FlinkSettings.bounded(sampled).set(CoreOptions.DEFAULT_PARALLELISM, 1));
    FilterFunction<Fragment> whole =
        new WholeTraces(time, Rules.assembly(config).quietMillis(), new HashMap<>());
    try (TemporaryDirectory out = TemporaryDirectory.create("tracemill-check")) {
      DataStream<Fragment> chosen =
          new Topology(sampled, new FileResultSinks(out.path()))
              .build(
                  TracemillJob.kafkaRecords(env, sampled, true),
                  Optional.empty(),
                  decoded -> decoded.filter(whole));
      List<Fragment> fragments = new ArrayList<>();
      // Closing the elements cancels a job that still runs.
      try (CloseableIterator<Fragment> elements = chosen.executeAndCollect("tracemill check")) {
        CompletableFuture.runAsync(() -> elements.forEachRemaining(fragments::add))
            .get(MAX_SECONDS, TimeUnit.SECONDS);
      }
      FileResultSinks.publish(out.path());
      return new Sample(
          time,
          fragments,
          records(out.path(), ResultStream.PROFILES, EndpointProfile.class),
          records(out.path(), ResultStream.QUALITY, QualityRecord.class),
          records(out.path(), ResultStream.DEAD_LETTERS, JsonNode.class).stream()
              .findFirst()
              .map(letter -> letter.path("reason").asText())
              .orElse(""));
    } catch (InterruptedException | TimeoutException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(KafkaFailure.explain(e), e);
    }
  }

  /** The job's configuration, changed so that each profile is of one pane, with every request. */
  private static TracemillConfig sampled(TracemillConfig config, List<String> topics, Time time) {
    Duration pane = config.get(Keys.PANE);
    return config
        .with(Keys.KAFKA_TOPICS, topics)
        .with(
            Keys.KAFKA_START,
            time.hasOlder()
                ? new StartPosition.At(Instant.ofEpochMilli(time.fromMillis()))
                : StartPosition.Named.EARLIEST)
        .with(Keys.PROFILES_SLIDE, pane)
        .with(Keys.PROFILES_WINDOW, pane)
        .with(Keys.PROFILES_INCOMPLETE, IncompleteTraces.INCLUDE)
        .with(Keys.OUTPUT_DEAD_LETTERS, DeadLetters.HEADERS_ONLY)
        .with(Keys.OUTPUT_TRACES, false)
        .with(Keys.ANOMALIES_MODELS, "")
        .with(Keys.CHANGES_ENABLED, false);
  }

  private static <T> List<T> records(Path directory, ResultStream stream, Class<T> type)
      throws IOException {
    List<T> records = new ArrayList<>();
    for (String line : Files.readAllLines(FileResultSinks.file(directory, stream), UTF_8)) {
      records.add(RecordJson.read(line, type));
    }
    return records;
  }

  /** Passes traces that lie inside the sample, judged by their first record. */
  private record WholeTraces(Time time, long quietMillis, HashMap<TraceId, Boolean> inside)
      implements FilterFunction<Fragment> {
    @Override
    public boolean filter(Fragment fragment) {
      return inside.computeIfAbsent(
          fragment.traceId(), first -> time.holds(fragment.timeMillis(), quietMillis));
    }
  }

  /** The job's accounts, in its last record. */
  QualitySummary accounts() {
    return quality.stream()
        .flatMap(record -> QualitySummary.of(record).stream())
        .max(Comparator.comparingLong(QualitySummary::endMillis))
        .orElse(QualitySummary.NONE);
  }

  /** What the job says of services, by pane. */
  Stream<QualityRecord.Service> services() {
    return quality.stream()
        .filter(QualityRecord.Service.class::isInstance)
        .map(QualityRecord.Service.class::cast);
  }

  /** The length of the sample, in seconds. */
  double seconds() {
    long from =
        time.hasOlder()
            ? time.fromMillis()
            : fragments.stream().mapToLong(Fragment::timeMillis).min().orElse(Long.MAX_VALUE);
    return Math.max(0, time.newestMillis() - from) / 1000.0;
  }

  /** This number per second; 0 if the sample is shorter than a second. */
  double perSecond(long number) {
    return seconds() < 1 ? 0 : number / seconds();
  }
}
