package io.tracemill.analysis.profile;

import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.sketch.SampleHash;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A request that represents others of about the same duration.
 *
 * @param traceId of the trace it is part of
 * @param spanId of its first span
 * @param flow the signature of its category
 * @param attributes attributes of its spans, see {@link RequestAnalysis#attributes}
 * @param tree its critical path, whose own times add up to {@code durationNanos}
 */
public record SampledRequest(
    TraceId traceId,
    long spanId,
    long durationNanos,
    CallTreeSignature flow,
    List<RequestAttribute> attributes,
    SampledTree tree) {
  /** Its object with ids, list entry and tree arrays; nodes and attributes are extra. */
  private static final long OWN_BYTES = 300;

  private static final long NODE_BYTES = 20;

  /** A record with its own string; the characters are extra. */
  private static final long ATTRIBUTE_BYTES = 64;

  /** By hash, then by id; smaller requests stay in the sample. */
  static final Comparator<SampledRequest> BY_HASH =
      Comparator.comparingLong(SampledRequest::hash)
          .thenComparingLong(request -> request.traceId.high())
          .thenComparingLong(request -> request.traceId.low())
          .thenComparingLong(SampledRequest::spanId)
          .thenComparingLong(SampledRequest::durationNanos);

  /** Slowest first. */
  static final Comparator<SampledRequest> BY_DURATION =
      Comparator.comparingLong(SampledRequest::durationNanos).reversed().thenComparing(BY_HASH);

  public SampledRequest {
    attributes = List.copyOf(attributes);
  }

  /** A pseudo-random hash of every bit of the ids; the smallest hashes stay in the sample. */
  public long hash() {
    return SampleHash.of(traceId, spanId);
  }

  /** An upper bound of its heap memory, bytes; names are shared. */
  long weight() {
    long weight = OWN_BYTES + tree.size() * NODE_BYTES;
    for (RequestAttribute attribute : attributes) {
      weight += ATTRIBUTE_BYTES + attribute.value().length();
    }
    return weight;
  }

  void write(DataOutput out, ProfileTables tables) throws IOException {
    out.writeLong(traceId.high());
    out.writeLong(traceId.low());
    out.writeLong(spanId);
    Varint.write(out, durationNanos);
    tree.write(out, tables);
    tables.writeFlow(out, flow);
    Varint.write(out, attributes.size());
    for (RequestAttribute attribute : attributes) {
      tables.writeAttribute(out, attribute);
    }
  }

  static SampledRequest read(DataInput in, ProfileTables tables) throws IOException {
    TraceId traceId = new TraceId(in.readLong(), in.readLong());
    long spanId = in.readLong();
    long durationNanos = Varint.read(in);
    SampledTree tree = SampledTree.read(in, tables);
    CallTreeSignature flow = tables.readFlow(in);
    List<RequestAttribute> attributes = readAttributes(in, tables);
    return new SampledRequest(traceId, spanId, durationNanos, flow, attributes, tree);
  }

  private static List<RequestAttribute> readAttributes(DataInput in, ProfileTables tables)
      throws IOException {
    int size = Varint.readUpTo(in, Integer.MAX_VALUE);
    List<RequestAttribute> attributes = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      attributes.add(tables.readAttribute(in));
    }
    return attributes;
  }
}
