package io.tracemill.store.parquet;

import static io.tracemill.store.parquet.Columns.ELEMENT;
import static io.tracemill.store.parquet.Columns.int32;
import static io.tracemill.store.parquet.Columns.int64;
import static io.tracemill.store.parquet.Columns.list;
import static io.tracemill.store.parquet.Columns.optionalList;
import static io.tracemill.store.parquet.Columns.struct;
import static io.tracemill.store.parquet.Columns.text;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BOOLEAN;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.DOUBLE;

import io.tracemill.analysis.sample.IndexedRequest;
import io.tracemill.analysis.sample.WeightedRequest;
import io.tracemill.analysis.request.KeptSpans;
import io.tracemill.analysis.request.NodeTimes;
import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.request.RequestRole;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.span.TraceId;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.schema.MessageType;

/** The table of requests, sorted by endpoint, category, then time. */
public final class RequestFormat implements RowFormat<WeightedRequest> {
  private static final long serialVersionUID = 1;

  /** About as many rows as a row group has, which sizes its bloom filter. */
  private static final long ROWS_A_GROUP = 10_000;

  private static final Comparator<WeightedRequest> ORDER =
      Comparator.comparing((WeightedRequest row) -> row.request().endpoint())
          .thenComparing(row -> row.request().flow())
          .thenComparingLong(row -> row.request().timeMillis());

  private static final MessageType SCHEMA =
      new MessageType(
          "request",
          int64("time_millis"),
          int64("start_nanos"),
          text("trace_id"),
          text("span_id"),
          text("role"),
          text("service"),
          text("operation"),
          int64("duration_nanos"),
          Columns.of(BOOLEAN, "failed"),
          Columns.of(BOOLEAN, "complete"),
          int32("span_count"),
          Columns.of(DOUBLE, "sampling_weight"),
          text("structure"),
          text("flow"),
          list("attributes", struct(text("service"), text("key"), text("value"))),
          Columns.of(DOUBLE, "weight"),
          Columns.of(DOUBLE, "sample_point"),
          Columns.of(DOUBLE, "uniform_below"),
          list("node_calls", int32(ELEMENT)),
          list("node_inclusive_nanos", int64(ELEMENT)),
          list("node_exclusive_nanos", int64(ELEMENT)),
          list("node_critical_nanos", int64(ELEMENT)),
          list("node_hosts", text(ELEMENT)),
          optionalList(
              "spans",
              struct(
                  int32("parent"),
                  text("service"),
                  text("operation"),
                  text("host"),
                  text("kind"),
                  int64("start_nanos"),
                  int64("duration_nanos"),
                  int64("shift_nanos"),
                  Columns.of(BOOLEAN, "failed"))),
          optionalList(
              "critical_path", struct(int32("span"), int64("from_nanos"), int64("to_nanos"))));

  @Override
  public MessageType schema() {
    return SCHEMA;
  }

  @Override
  public Comparator<WeightedRequest> order() {
    return ORDER;
  }

  @Override
  public void configure(ParquetWriter.Builder<WeightedRequest, ?> builder) {
    builder
        .withBloomFilterEnabled("trace_id", true)
        .withBloomFilterNDV("trace_id", ROWS_A_GROUP)
        .withDictionaryEncoding("trace_id", false)
        .withDictionaryEncoding("span_id", false)
        .withDictionaryEncoding("start_nanos", false)
        .withDictionaryEncoding("sample_point", false);
  }

  @Override
  public void write(WeightedRequest row, RowWriter out) {
    IndexedRequest request = row.request();
    out.int64(request.timeMillis());
    out.int64(request.startNanos());
    out.text(request.traceId().hex());
    out.text(TraceId.spanIdHex(request.spanId()));
    out.name(request.role().label());
    out.name(request.endpoint().service());
    out.name(request.endpoint().operation());
    out.int64(request.durationNanos());
    out.bool(request.failed());
    out.bool(request.complete());
    out.int32(request.spanCount());
    out.float64(request.samplingWeight());
    out.name(request.structure().hex());
    out.name(request.flow().hex());
    out.structs(request.attributes(), RequestFormat::write);
    out.float64(row.weight());
    out.float64(row.samplePoint());
    out.float64(row.uniformBelow());
    NodeTimes nodes = request.nodes();
    out.int32s(nodes.calls());
    out.int64s(nodes.inclusiveNanos());
    out.int64s(nodes.exclusiveNanos());
    out.int64s(nodes.criticalNanos());
    out.names(nodes.hosts());
    if (request.spans().isPresent()) {
      out.structs(request.spans().get().spans(), RequestFormat::write);
      out.structs(request.spans().get().criticalPath(), RequestFormat::write);
    } else {
      out.absent();
      out.absent();
    }
  }

  private static void write(RequestAttribute attribute, RowWriter out) {
    out.name(attribute.service());
    out.name(attribute.key());
    out.text(attribute.value());
  }

  private static void write(KeptSpans.Span span, RowWriter out) {
    out.int32(span.parent());
    out.name(span.frame().service());
    out.name(span.frame().operation());
    out.name(span.host());
    out.name(span.kind().name().toLowerCase(Locale.ROOT));
    out.int64(span.startNanos());
    out.int64(span.durationNanos());
    out.int64(span.shiftNanos());
    out.bool(span.failed());
  }

  private static void write(KeptSpans.Section section, RowWriter out) {
    out.int32(section.span());
    out.int64(section.fromNanos());
    out.int64(section.toNanos());
  }

  @Override
  public WeightedRequest read(RowReader in) {
    long timeMillis = in.int64();
    long startNanos = in.int64();
    TraceId traceId = TraceId.ofHex(in.text());
    long spanId = HexFormat.fromHexDigitsToLong(in.text());
    RequestRole role = RequestRole.valueOf(in.name().toUpperCase(Locale.ROOT));
    Frame endpoint = in.frame();
    long durationNanos = in.int64();
    boolean failed = in.bool();
    boolean complete = in.bool();
    int spanCount = in.int32();
    double samplingWeight = in.float64();
    CallTreeSignature structure = CallTreeSignature.ofHex(in.name());
    CallTreeSignature flow = CallTreeSignature.ofHex(in.name());
    List<RequestAttribute> attributes =
        in.structs(3, row -> new RequestAttribute(row.name(), row.name(), row.text()))
            .orElseThrow();
    double weight = in.float64();
    double samplePoint = in.float64();
    double uniformBelow = in.float64();
    NodeTimes nodes = new NodeTimes(in.int32s(), in.int64s(), in.int64s(), in.int64s(), in.names());
    Optional<List<KeptSpans.Span>> spans = in.structs(9, RequestFormat::span);
    Optional<List<KeptSpans.Section>> criticalPath =
        in.structs(3, row -> new KeptSpans.Section(row.int32(), row.int64(), row.int64()));
    return new WeightedRequest(
        new IndexedRequest(
            traceId,
            spanId,
            role,
            endpoint,
            timeMillis,
            startNanos,
            durationNanos,
            failed,
            complete,
            spanCount,
            samplingWeight,
            structure,
            flow,
            attributes,
            nodes,
            spans.map(kept -> new KeptSpans(kept, criticalPath.orElseThrow()))),
        weight,
        samplePoint,
        uniformBelow);
  }

  private static KeptSpans.Span span(RowReader in) {
    return new KeptSpans.Span(
        in.int32(),
        in.frame(),
        in.name(),
        SpanKind.valueOf(in.name().toUpperCase(Locale.ROOT)),
        in.int64(),
        in.int64(),
        in.int64(),
        in.bool());
  }
}
