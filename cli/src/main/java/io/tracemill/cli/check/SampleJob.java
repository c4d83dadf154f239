package io.tracemill.cli.check;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.connectors.output.ResultRecord;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.DeadLetters;
import io.tracemill.pipeline.config.IncompleteTraces;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.StartPosition;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.job.FlinkSettings;
import io.tracemill.pipeline.job.TracemillJob;
import io.tracemill.pipeline.kafka.KafkaFailure;
import io.tracemill.pipeline.sink.ResultSinks;
import io.tracemill.pipeline.topology.Rules;
import io.tracemill.pipeline.topology.SampledEndpoint;
import io.tracemill.pipeline.topology.Topology;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.api.common.functions.FilterFunction;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The stages of the job up to the input of monitor and judge, over the newest records of topics. It
 * runs on a Flink inside this process, without checkpoints, commits or results in Kafka.
 */
final class SampleJob {
  private static final int MAX_SECONDS = 60;

  private SampleJob() {}

  /**
   * Runs it to the end of the topics.
   *
   * @throws TimeoutException if that takes longer than a minute
   * @throws IllegalStateException if it fails
   */
  static Sample run(TracemillConfig config, List<String> topics, SampleTime time)
      throws InterruptedException, TimeoutException {
    TracemillConfig sampled = sampled(config, topics, time);
    Configuration flink = FlinkSettings.bounded(sampled).set(CoreOptions.DEFAULT_PARALLELISM, 1);
    StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(flink);
    KeptStreams kept = new KeptStreams();
    Topology topology = new Topology(sampled, kept);
    SingleOutputStreamOperator<Fragment> decoded =
        topology.decode(TracemillJob.kafkaRecords(env, sampled, true));
    DataStream<Fragment> whole =
        decoded.filter(
            new WholeTraces(time, Rules.assembly(config).quietMillis(), new HashMap<>()));
    Iterator<SampledEndpoint> endpoints = topology.buildSample(decoded, whole).collectAsync();
    Iterator<Fragment> fragments = whole.collectAsync();
    Iterator<ResultRecord> results = kept.all().collectAsync();
    // Each stream needs a thread, since the job waits until its results are fetched.
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      JobClient job = env.executeAsync("tracemill check");
      Future<List<ResultRecord>> allResults = threads.submit(() -> list(results));
      Future<List<Fragment>> allFragments = threads.submit(() -> list(fragments));
      Future<List<SampledEndpoint>> allEndpoints = threads.submit(() -> list(endpoints));
      try {
        allResults.get(MAX_SECONDS, TimeUnit.SECONDS);
      } catch (TimeoutException e) {
        job.cancel().join();
        throw e;
      }
      return new Sample(time, allResults.get(), allFragments.get(), allEndpoints.get());
    } catch (InterruptedException | TimeoutException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(KafkaFailure.explain(e), e);
    } finally {
      threads.shutdownNow();
    }
  }

  /** The job's configuration, changed so that it counts every request. */
  private static TracemillConfig sampled(
      TracemillConfig config, List<String> topics, SampleTime time) {
    return config
        .with(Keys.KAFKA_TOPICS, topics)
        .with(
            Keys.KAFKA_START,
            time.hasOlder()
                ? new StartPosition.At(Instant.ofEpochMilli(time.fromMillis()))
                : StartPosition.Named.EARLIEST)
        .with(Keys.PROFILES_INCOMPLETE, IncompleteTraces.INCLUDE)
        .with(Keys.OUTPUT_DEAD_LETTERS, DeadLetters.HEADERS_ONLY)
        .with(Keys.CHANGES_ENABLED, true);
  }

  private static <T> List<T> list(Iterator<T> elements) {
    List<T> list = new ArrayList<>();
    elements.forEachRemaining(list::add);
    return list;
  }

  /** The accounts and dead letters of the job. */
  private static final class KeptStreams implements ResultSinks {
    private final Map<ResultStream, DataStream<ResultRecord>> streams =
        new EnumMap<>(ResultStream.class);

    @Override
    public void write(ResultStream stream, DataStream<ResultRecord> records) {
      streams.put(stream, records);
    }

    DataStream<ResultRecord> all() {
      return requireNonNull(streams.get(ResultStream.QUALITY))
          .union(requireNonNull(streams.get(ResultStream.DEAD_LETTERS)));
    }
  }

  /** Passes traces that lie inside the sample, judged by their first record. */
  private record WholeTraces(SampleTime time, long quietMillis, HashMap<TraceId, Boolean> inside)
      implements FilterFunction<Fragment> {
    @Override
    public boolean filter(Fragment fragment) {
      return inside.computeIfAbsent(
          fragment.traceId(), first -> time.holds(fragment.timeMillis(), quietMillis));
    }
  }
}
