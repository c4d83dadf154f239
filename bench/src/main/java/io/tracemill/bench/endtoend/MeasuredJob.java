package io.tracemill.bench.endtoend;

import io.tracemill.bench.process.ResidentMemory;
import io.tracemill.cli.process.FreePorts;
import io.tracemill.pipeline.config.ConfigFile;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.job.FlinkSettings;
import io.tracemill.pipeline.job.TracemillJob;
import io.tracemill.pipeline.sink.KafkaResultSinks;
import io.tracemill.pipeline.source.EncodedRecord;
import io.tracemill.pipeline.topology.Topology;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/** The process that is measured: the job over the topic, to its end, and the figures of it. */
final class MeasuredJob {
  private MeasuredJob() {}

  /** Runs the {@link Task} in the directory that is the only argument. */
  public static void main(String[] arguments) throws Exception {
    Path directory = Path.of(arguments[0]);
    Task task = Task.readFrom(directory);
    TracemillConfig config = ConfigFile.load(Task.config(directory), Map.of());
    run(task, config).writeTo(directory);
    // Kafka and Flink leave threads that are no daemons for a while.
    System.exit(0);
  }

  private static Figures run(Task task, TracemillConfig config) throws Exception {
    Configuration flink = FlinkSettings.continuous(config);
    int port = FreePorts.any();
    flink.set(RestOptions.BIND_PORT, Integer.toString(port));
    StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(flink);
    DataStream<EncodedRecord> records =
        TracemillJob.kafkaRecords(env, config, /* bounded= */ true)
            .map(new CountRecords())
            .returns(EncodedRecord.TYPE)
            .name("count")
            .uid("count");
    build(task.stage(), config, records);

    ProcessHandle broker = ProcessHandle.of(task.brokerPid()).orElseThrow();
    long start = System.nanoTime();
    JobClient job = env.executeAsync(TracemillJob.NAME);
    CheckpointWatch watch = CheckpointWatch.start(port, job.getJobID().toString());
    Sampler sampler = new Sampler(broker, task.topic());
    sampler.start();
    job.getJobExecutionResult().get();
    long total = System.nanoTime() - start;
    List<Sample> samples = sampler.stop();
    long peak = new ResidentMemory(ProcessHandle.current().pid()).peakBytes();
    return Figures.of(samples, task.topic(), task.warmUp(), total, peak, watch.stop());
  }

  private static void build(
      Stage stage, TracemillConfig config, DataStream<EncodedRecord> records) {
    Topology topology = new Topology(config, new KafkaResultSinks(config, /* bounded= */ true));
    switch (stage) {
      case CEILING ->
          topology
              .assemble(topology.decode(records))
              .sinkTo(new DiscardingSink<>())
              .name("discard");
      case UNWATCHED, JOB -> topology.build(records);
    }
  }
}
