package io.tracemill.analysis.sample;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.request.RequestRole;
import io.tracemill.analysis.request.RequestTables;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.sketch.SampleHash;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.trace.PackedSpans;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;

/**
 * A request that is kept whole, with what it stands for. Every view is a pure function of kept
 * requests.
 *
 * @param traceId of the trace it is part of
 * @param spanId of its first span
 * @param endpoint the frame that names it
 * @param timeMillis the time at which its trace closed, milliseconds since the epoch; panes,
 *     windows and questions use this time
 * @param startNanos recorded start of its first span, nanoseconds since the epoch
 * @param durationNanos its duration
 * @param failed whether its first span failed
 * @param complete whether its trace is complete; statistics count complete requests only
 * @param spanCount number of its spans
 * @param category its category
 * @param attributes of its spans, each once, in order
 * @param pathOnly whether {@code spans} are only those on its critical path, with corrected times,
 *     because it has too many
 * @param spans its spans with recorded times
 * @param weight number of requests that it stands for; 0 if it was kept in addition to the sample
 * @param uniformBelow all requests of its endpoint, category and pane with a smaller {@link
 *     #samplePoint} are kept; 1 if all are
 * @param pooled whether it was sampled among requests of any category and duration, because the
 *     sample had too many groups
 */
public record KeptRequest(
    TraceId traceId,
    long spanId,
    RequestRole role,
    Frame endpoint,
    long timeMillis,
    long startNanos,
    long durationNanos,
    boolean failed,
    boolean complete,
    int spanCount,
    CallTreeSignature category,
    List<RequestAttribute> attributes,
    boolean pathOnly,
    PackedSpans spans,
    double weight,
    double uniformBelow,
    boolean pooled) {
  /** A request with more spans than this keeps only its critical path. */
  public static final int MAX_SPANS = 2_000;

  /** By endpoint, category and sample point: the order of rows in a store. */
  public static final Comparator<KeptRequest> ORDER =
      Comparator.comparing(KeptRequest::endpoint)
          .thenComparing(KeptRequest::category)
          .thenComparing(KeptRequest::hash, Long::compareUnsigned)
          .thenComparing(request -> request.traceId().high(), Long::compareUnsigned)
          .thenComparing(request -> request.traceId().low(), Long::compareUnsigned)
          .thenComparing(KeptRequest::spanId, Long::compareUnsigned);

  private static final RequestRole[] ROLES = RequestRole.values();

  private static final long REQUEST_BYTES = 200;
  private static final long SPAN_BYTES = 32;

  /** Its object with ids, signatures and array headers. */
  private static final long OWN_BYTES = 400;

  private static final long ATTRIBUTE_BYTES = 64;

  public KeptRequest {
    requireNonNull(traceId, "traceId");
    requireNonNull(role, "role");
    requireNonNull(endpoint, "endpoint");
    requireNonNull(category, "category");
    attributes = List.copyOf(attributes);
    requireNonNull(spans, "spans");
  }

  /**
   * A copy of a request, with all its spans, that stands for itself.
   *
   * @param timeMillis the time by which panes count it
   */
  public static KeptRequest of(RequestAnalysis request, long timeMillis) {
    return new KeptRequest(
        request.traceId(),
        request.spanId(),
        request.role(),
        request.endpoint(),
        timeMillis,
        request.startNanos(),
        request.durationNanos(),
        request.failed(),
        request.complete(),
        request.spanCount(),
        request.category(),
        request.attributes(),
        request.spanCount() > MAX_SPANS,
        request.details().packedSpans(MAX_SPANS),
        1,
        1,
        false);
  }

  /** The same request with another weight. */
  public KeptRequest weighing(double weight, double uniformBelow) {
    return sampled(weight, uniformBelow, pooled);
  }

  /** The same request as another sample keeps it. */
  KeptRequest sampled(double weight, double uniformBelow, boolean pooled) {
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
        spans,
        weight,
        uniformBelow,
        pooled);
  }

  /** Whether both are the same request. */
  boolean same(KeptRequest other) {
    return spanId == other.spanId && traceId.equals(other.traceId);
  }

  /** About the bytes that a kept request of so many spans takes in a store. */
  static long storedBytes(int spanCount) {
    return REQUEST_BYTES + SPAN_BYTES * Math.min(MAX_SPANS, spanCount);
  }

  /** An upper bound of its heap memory, bytes; names are shared. */
  long heapBytes() {
    long bytes = OWN_BYTES + spans.bytes().length;
    for (RequestAttribute attribute : attributes) {
      bytes += ATTRIBUTE_BYTES + 2L * attribute.value().length();
    }
    return bytes;
  }

  /** A pseudo-random number of 64 bits, unsigned, that depends on the ids alone. */
  public long hash() {
    return SampleHash.of(traceId, spanId);
  }

  /** The {@link #hash} as a number, 0 or more and below 1. */
  public double samplePoint() {
    return samplePoint(hash());
  }

  static double samplePoint(long hash) {
    return (hash >>> 11) * 0x1p-53;
  }

  /** Whether it belongs to the uniform part of a sample in which {@code below} is the smallest. */
  public boolean inUniform(double below) {
    return samplePoint() < below;
  }

  /** Writes all of it. */
  void write(DataOutput out, RequestTables tables) throws IOException {
    out.writeLong(traceId.high());
    out.writeLong(traceId.low());
    out.writeLong(spanId);
    Varint.write(out, role.ordinal());
    tables.writeFrame(out, endpoint);
    Varint.writeSignedLong(out, timeMillis);
    Varint.writeSignedLong(out, startNanos);
    Varint.writeSignedLong(out, durationNanos);
    out.writeBoolean(failed);
    out.writeBoolean(complete);
    Varint.write(out, spanCount);
    tables.writeCategory(out, category);
    tables.writeAttributes(out, attributes);
    out.writeBoolean(pathOnly);
    Varint.write(out, spans.bytes().length);
    out.write(spans.bytes());
    out.writeDouble(weight);
    out.writeDouble(uniformBelow);
    out.writeBoolean(pooled);
  }

  /** Reads what {@link #write} wrote. */
  static KeptRequest read(DataInput in, RequestTables tables) throws IOException {
    return new KeptRequest(
        new TraceId(in.readLong(), in.readLong()),
        in.readLong(),
        ROLES[Varint.readUpTo(in, ROLES.length - 1)],
        tables.readFrame(in),
        Varint.readSignedLong(in),
        Varint.readSignedLong(in),
        Varint.readSignedLong(in),
        in.readBoolean(),
        in.readBoolean(),
        Varint.readUpTo(in, Integer.MAX_VALUE),
        tables.readCategory(in),
        tables.readAttributes(in),
        in.readBoolean(),
        readSpans(in),
        in.readDouble(),
        in.readDouble(),
        in.readBoolean());
  }

  private static PackedSpans readSpans(DataInput in) throws IOException {
    byte[] spans = new byte[Varint.readUpTo(in, Integer.MAX_VALUE)];
    in.readFully(spans);
    return PackedSpans.ofBytes(spans);
  }
}
