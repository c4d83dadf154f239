package io.tracemill.bench;

import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.EndpointProfile;
import io.tracemill.analysis.profile.ProfileReader;
import io.tracemill.analysis.quality.QualityLedger;
import io.tracemill.analysis.request.AnalysisRules;
import io.tracemill.analysis.request.TraceAnalyzer;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.trace.AssembledTrace;
import io.tracemill.bench.workload.CallTree;
import io.tracemill.bench.workload.Traces;
import io.tracemill.bench.workload.Traffic;
import io.tracemill.connectors.output.ProfileJson;
import io.tracemill.connectors.output.RecordLimits;
import io.tracemill.connectors.output.ResultRecord;
import io.tracemill.pipeline.aggregate.ProfileDelta;
import io.tracemill.pipeline.aggregate.ProfileDeltaCodec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Setup;

/**
 * Measures the cost of an endpoint at the end of a slide, even with few requests. Here it has four
 * requests in each of six panes, 50 spans each, in one category. Each method measures one step; an
 * operation is that step for one endpoint.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class SlideBenchmark extends OneThread {
  private static final int PANES = 6;
  private static final int REQUESTS = 4;
  private static final int SPANS_PER_TRACE = 50;
  private static final long SLIDE_MILLIS = 5000;
  private static final Frame ENDPOINT = Frame.of("frontend", "GET /slide");

  private final List<EndpointAccumulator> panes = new ArrayList<>();
  private final DataOutputSerializer bytes = new DataOutputSerializer(1024);
  private final DataInputDeserializer input = new DataInputDeserializer();
  private final ProfileDeltaCodec codec = new ProfileDeltaCodec();
  private final ProfileJson json = new ProfileJson(new RecordLimits(100, 900_000));
  private EndpointAccumulator window = new EndpointAccumulator(AggregateBenchmark.LIMITS);
  private EndpointProfile profile = profile();

  @Setup
  public void prepare() throws IOException {
    Traffic traffic = new Traffic(CallTree.Shape.MIXED, SPANS_PER_TRACE, 1, 1, 500);
    List<AssembledTrace> traces =
        Traces.of(traffic, (long) PANES * REQUESTS * SPANS_PER_TRACE).subList(0, PANES * REQUESTS);
    TraceAnalyzer analyzer = new TraceAnalyzer(AnalysisRules.standard());
    for (int pane = 0; pane < PANES; pane++) {
      EndpointAccumulator requests = new EndpointAccumulator(AggregateBenchmark.LIMITS);
      RequestSink sink = requests::add;
      traces
          .subList(pane * REQUESTS, (pane + 1) * REQUESTS)
          .forEach(trace -> analyzer.analyze(trace, new QualityLedger(60_000), sink));
      panes.add(sent(requests));
    }
    window = merge();
    profile = profile();
  }

  private EndpointAccumulator sent(EndpointAccumulator requests) throws IOException {
    bytes.clear();
    codec.write(new ProfileDelta(ENDPOINT, 0, requests), bytes);
    input.setBuffer(bytes.getSharedBuffer(), 0, bytes.length());
    return codec.read(input).requests();
  }

  /** Writes and reads a pane's sums, as on their way to the monitor. */
  @Benchmark
  public EndpointAccumulator send() throws IOException {
    return sent(panes.get(0));
  }

  /** Writes a pane's sums, as for a checkpoint. */
  @Benchmark
  public int write() throws IOException {
    bytes.clear();
    codec.write(new ProfileDelta(ENDPOINT, 0, panes.get(0)), bytes);
    return bytes.length();
  }

  /** Merges the panes of a window. */
  @Benchmark
  public EndpointAccumulator merge() {
    EndpointAccumulator merged = new EndpointAccumulator(AggregateBenchmark.LIMITS);
    panes.forEach(merged::merge);
    return merged;
  }

  /** Builds the profile of a window. */
  @Benchmark
  public EndpointProfile profile() {
    return ProfileReader.profile(window, ENDPOINT, 0, PANES * SLIDE_MILLIS);
  }

  /** Formats the profile as a record. */
  @Benchmark
  public ResultRecord record() {
    return json.record(profile);
  }
}
