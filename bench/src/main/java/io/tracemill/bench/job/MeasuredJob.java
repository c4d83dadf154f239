package io.tracemill.bench.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.pipeline.config.ConfigFile;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.job.FlinkSettings;
import io.tracemill.pipeline.job.TracemillJob;
import io.tracemill.pipeline.sink.KafkaResultSinks;
import io.tracemill.pipeline.source.EncodedRecord;
import io.tracemill.pipeline.store.StoreLine;
import io.tracemill.pipeline.store.StoreWriter;
import io.tracemill.pipeline.topology.Rules;
import io.tracemill.pipeline.topology.Topology;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/**
 * The measured process: a stage of the job, which reads the topic. It answers each input line with
 * an output line. The output line has the number of records read, the collectors' time in
 * milliseconds, and the bytes of heap used. After the input line {@value #COLLECT}, the heap is
 * measured after a collection.
 */
final class MeasuredJob {
  static final String COLLECT = "collect";

  /** The start of its output lines. */
  static final String SAMPLE = "sample ";

  private static final LongAdder READ = new LongAdder();

  private MeasuredJob() {}

  /**
   * The arguments are a stage, whether it ends at the end of the topic, and the configuration file.
   */
  public static void main(String[] arguments) throws Exception {
    Stage stage = Stage.valueOf(arguments[0]);
    boolean bounded = Boolean.parseBoolean(arguments[1]);
    TracemillConfig config = ConfigFile.load(Path.of(arguments[2]), Map.of());
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.createLocalEnvironment(FlinkSettings.continuous(config));
    DataStream<EncodedRecord> records =
        TracemillJob.kafkaRecords(env, config, bounded)
            .map(new CountRecords())
            .returns(EncodedRecord.TYPE)
            .name("read records")
            .uid("read-records");
    Optional<StoreWriter> store =
        StoreLine.of(config, Rules.line(config), false, Instant.now())
            .map(line -> new StoreWriter(config, Rules.sums(config), line));
    Topology topology = new Topology(config, new KafkaResultSinks(config, bounded), false, store);
    if (stage == Stage.CEILING) {
      topology.assemble(topology.decode(records)).sinkTo(new DiscardingSink<>()).name("discard");
    } else {
      topology.build(records);
    }
    JobClient job = env.executeAsync(TracemillJob.NAME);
    Thread answers = new Thread(MeasuredJob::answer, "answers");
    answers.setDaemon(true);
    answers.start();
    job.getJobExecutionResult().get();
    // Some non-daemon threads of Kafka and Flink would keep the process alive for a while.
    System.exit(0);
  }

  private static void answer() {
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        long read = READ.sum();
        if (line.equals(COLLECT)) {
          memory.gc();
        }
        long gcMillis =
            ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .sum();
        long heap = memory.getHeapMemoryUsage().getUsed();
        System.out.println(SAMPLE + read + " " + gcMillis + " " + heap);
      }
    } catch (IOException e) {
      System.err.println("no more questions: " + e);
    }
    // The benchmark has ended.
    System.exit(1);
  }

  /** Passes records on, and counts those read by all tasks of this process. */
  private static final class CountRecords implements MapFunction<EncodedRecord, EncodedRecord> {
    private static final long serialVersionUID = 1;

    @Override
    public EncodedRecord map(EncodedRecord record) {
      READ.increment();
      return record;
    }
  }
}
