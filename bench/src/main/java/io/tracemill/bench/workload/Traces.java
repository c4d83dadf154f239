package io.tracemill.bench.workload;

import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.FragmentBuilder;
import io.tracemill.analysis.span.OperationNames;
import io.tracemill.analysis.span.SpanRules;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.trace.AssembledTrace;
import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.decoding.FragmentSink;
import io.tracemill.connectors.decoding.RecordDecoder;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Traces of a workload, as the assembly hands them to the analysis. */
public final class Traces {
  /** The default rules. */
  public static final SpanRules RULES =
      new SpanRules(
          3_600_000, EnumSet.allOf(OperationNames.Rule.class), List.of("service.version"));

  private static final long SPANS_PER_SECOND = 1_000_000;

  private Traces() {}

  /** Traces with about {@code spans} spans in total. */
  public static List<AssembledTrace> of(Traffic traffic, long spans) {
    return of(Wire.OTLP, sink -> new Workload(traffic).produce(spans, SPANS_PER_SECOND, sink));
  }

  /** The traces in the records that {@code source} sends to its sink. */
  static List<AssembledTrace> of(Wire wire, Consumer<Workload.Sink> source) {
    Map<TraceId, List<Fragment>> fragments = new LinkedHashMap<>();
    RecordDecoder decoder = wire.encoding().decoder(RULES);
    FragmentBuilder builder = new FragmentBuilder(RULES);
    FragmentBuilder.Consumer keep =
        fragment ->
            fragments.computeIfAbsent(fragment.traceId(), id -> new ArrayList<>()).add(fragment);
    source.accept(
        wire.encoding(
            (key, record, count, millis) -> decode(decoder, record, builder, millis, keep)));
    return fragments.entrySet().stream().map(Traces::assembled).toList();
  }

  /** Decodes a valid record that was received at {@code millis}. */
  public static void decode(
      RecordDecoder decoder,
      byte[] record,
      FragmentBuilder builder,
      long millis,
      FragmentBuilder.Consumer out) {
    builder.begin(millis);
    DecodeResult result = decoder.decode(record, new FragmentSink(builder));
    if (result != DecodeResult.DECODED) {
      throw new IllegalStateException("not readable: " + result);
    }
    builder.finish(millis, millis, out);
  }

  private static AssembledTrace assembled(Map.Entry<TraceId, List<Fragment>> trace) {
    long latest = trace.getValue().stream().mapToLong(Fragment::timeMillis).max().orElse(0);
    return new AssembledTrace(trace.getKey(), latest, false, 0, false, trace.getValue());
  }
}
