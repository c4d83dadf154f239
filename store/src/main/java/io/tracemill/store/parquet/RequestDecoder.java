package io.tracemill.store.parquet;

import static java.util.stream.Collectors.toMap;

import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.request.RequestRole;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.trace.PackedSpans;
import io.tracemill.analysis.trace.SpanPacker;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Reads requests, and packs their spans again. */
final class RequestDecoder implements RowFormat.Decoder<KeptRequest> {
  private static final int ATTRIBUTE_COLUMNS = 3;
  private static final int SPAN_COLUMNS = 11;

  private static final Map<String, SpanKind> KINDS =
      Stream.of(SpanKind.values())
          .collect(toMap(kind -> kind.name().toLowerCase(Locale.ROOT), kind -> kind));

  private final SpanPacker packer = new SpanPacker();
  private long[] starts = new long[64];
  private int size;

  @Override
  public KeptRequest read(RowReader in) {
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
    CallTreeSignature category = CallTreeSignature.ofHex(in.name());
    List<RequestAttribute> attributes =
        in.structs(
            ATTRIBUTE_COLUMNS, row -> new RequestAttribute(row.name(), row.name(), row.text()));
    double weight = in.float64();
    in.float64();
    double uniformBelow = in.float64();
    boolean pooled = in.bool();
    boolean pathOnly = in.bool();
    return new KeptRequest(
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
        category,
        attributes,
        pathOnly,
        spans(in),
        weight,
        uniformBelow,
        pooled);
  }

  private PackedSpans spans(RowReader in) {
    size = 0;
    in.each(SPAN_COLUMNS, this::span);
    return packer.finish();
  }

  private void span(RowReader in) {
    if (size == starts.length) {
      starts = Arrays.copyOf(starts, 2 * size);
    }
    long spanId = HexFormat.fromHexDigitsToLong(in.text());
    int parent = in.int32();
    String service = in.name();
    String operation = in.name();
    String host = in.name();
    SpanKind kind = KINDS.getOrDefault(in.name(), SpanKind.UNSPECIFIED);
    long start = in.int64();
    starts[size] = start;
    long duration = in.int64();
    boolean failed = in.bool();
    boolean async = in.bool();
    boolean orphan = in.bool();
    int distance = parent < 0 ? 0 : size - parent;
    long above = parent < 0 ? 0 : starts[parent];
    packer.add(
        distance,
        spanId,
        service,
        operation,
        host,
        kind,
        failed,
        async,
        orphan,
        start - above,
        duration);
    size++;
  }
}
