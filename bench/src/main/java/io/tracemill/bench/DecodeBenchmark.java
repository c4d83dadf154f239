package io.tracemill.bench;

import com.google.protobuf.InvalidProtocolBufferException;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.FragmentBuilder;
import io.tracemill.bench.workload.Traces;
import io.tracemill.bench.workload.Traffic;
import io.tracemill.bench.workload.Workload;
import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.decoding.RecordDecoder;
import io.tracemill.connectors.formats.Encoding;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Records to fragments; an operation is a span. One of OTLP has about 500 spans, one of Jaeger one.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class DecodeBenchmark {
  private static final int SPANS = 60_000;

  @Param({"OTLP_PROTO", "OTLP_JSON", "JAEGER_PROTO", "JAEGER_JSON", "ZIPKIN_PROTO", "ZIPKIN_JSON"})
  public Encoding encoding = Encoding.OTLP_PROTO;

  private final FragmentBuilder builder = new FragmentBuilder(Traces.RULES);
  private final List<byte[]> records = new ArrayList<>();
  private RecordDecoder decoder = encoding.decoder(Traces.RULES);

  @Setup
  public void prepare() {
    decoder = encoding.decoder(Traces.RULES);
    long spans =
        new Workload(Traffic.standard())
            .produce(SPANS, SPANS, (key, record, count, millis) -> records.addAll(encoded(record)));
    if (spans != SPANS) {
      throw new IllegalStateException(spans + " spans, not " + SPANS);
    }
  }

  private List<byte[]> encoded(byte[] record) {
    try {
      ExportTraceServiceRequest request = ExportTraceServiceRequest.parseFrom(record);
      return encoding.encoder().encode(request, Integer.MAX_VALUE);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("traffic that is no OTLP", e);
    }
  }

  @Benchmark
  @OperationsPerInvocation(SPANS)
  public void decode(Blackhole out) {
    FragmentBuilder.Consumer consumer = (Fragment fragment) -> out.consume(fragment);
    for (byte[] record : records) {
      builder.begin(Workload.FIRST_MILLIS);
      if (decoder.decode(record, builder) != DecodeResult.DECODED) {
        throw new IllegalStateException("not readable as " + encoding);
      }
      builder.finish(Workload.FIRST_MILLIS, Workload.FIRST_MILLIS, consumer);
    }
  }
}
