package io.tracemill.bench;

import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.FragmentBuilder;
import io.tracemill.bench.workload.Traces;
import io.tracemill.bench.workload.Traffic;
import io.tracemill.bench.workload.Wire;
import io.tracemill.bench.workload.Workload;
import io.tracemill.connectors.decoding.RecordDecoder;
import io.tracemill.connectors.formats.EncodedRequests;
import io.tracemill.connectors.formats.Encoding;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Decodes records into fragments. An operation is a span. An OTLP record has about 500 spans, a
 * Jaeger record one.
 */
public class DecodeBenchmark extends OneThread {
  @Param({"OTLP_PROTO", "OTLP_JSON", "JAEGER_PROTO", "JAEGER_JSON", "ZIPKIN_PROTO", "ZIPKIN_JSON"})
  public Encoding encoding = Encoding.OTLP_PROTO;

  private final FragmentBuilder builder = new FragmentBuilder(Traces.RULES);
  private final List<byte[]> records = new ArrayList<>();
  private RecordDecoder decoder = encoding.decoder(Traces.RULES);

  @Setup
  public void prepare() {
    decoder = encoding.decoder(Traces.RULES);
    checkSpans(
        new Workload(Traffic.standard())
            .produce(
                SPANS, SPANS, (key, record, count, millis) -> records.addAll(encoded(record))));
  }

  private List<byte[]> encoded(byte[] record) {
    return EncodedRequests.encode(encoding, Wire.request(record));
  }

  @Benchmark
  @OperationsPerInvocation(SPANS)
  public void decode(Blackhole out) {
    FragmentBuilder.Consumer consumer = (Fragment fragment) -> out.consume(fragment);
    for (byte[] record : records) {
      Traces.decode(decoder, record, builder, Workload.FIRST_MILLIS, consumer);
    }
  }
}
