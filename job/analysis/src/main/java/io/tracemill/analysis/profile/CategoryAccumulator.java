package io.tracemill.analysis.profile;

import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.sketch.LatencySketch;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The sums of one endpoint's requests with one flow signature: count, response times, call tree,
 * and the form of the flow. All times are nanoseconds.
 */
public final class CategoryAccumulator {
  /** Arrays are up to twice as long as their content; a sketch is one object and two arrays. */
  private static final long NODE_BYTES = 240;

  private static final long FORM_NODE_BYTES = 44;
  private static final long OWN_BYTES = 700;

  private long latencySumNanos;
  private long latencyMaxNanos;
  private final LatencySketch latency = new LatencySketch();
  private final CallTreeAccumulator tree;
  private @Nullable CanonicalForm form;
  private boolean partial;

  CategoryAccumulator(ProfileLimits limits) {
    this.tree = new CallTreeAccumulator(limits);
  }

  void add(RequestAnalysis request, FoldScratch scratch) {
    long duration = request.durationNanos();
    latencySumNanos += duration;
    latencyMaxNanos = Math.max(latencyMaxNanos, duration);
    latency.add(duration);
    tree.add(request.criticalPath(), scratch);
  }

  /** Adds all requests of {@code other}; their flow may differ. */
  void merge(CategoryAccumulator other) {
    latencySumNanos += other.latencySumNanos;
    latencyMaxNanos = Math.max(latencyMaxNanos, other.latencyMaxNanos);
    latency.merge(other.latency);
    tree.merge(other.tree);
  }

  /** Sets the form of its flow; the fuller form wins. */
  void show(CanonicalForm shown) {
    form = form == null ? shown : form.fuller(shown);
  }

  boolean hasForm() {
    return form != null;
  }

  /**
   * The tree whose hash is the flow signature, cut after {@link EndpointAccumulator#MAX_FORM_NODES}
   * nodes. Empty if requests have many flows, as in {@code (other)}.
   */
  public Optional<CanonicalForm> form() {
    return Optional.ofNullable(form);
  }

  /** Marks that some of its requests may be counted in {@code (other)}. */
  void hide() {
    partial = true;
  }

  boolean isPartial() {
    return partial;
  }

  /** The number of requests. */
  public long count() {
    return latency.count();
  }

  /** Sum of the response times, exact. */
  public long latencySumNanos() {
    return latencySumNanos;
  }

  /** The longest response time, exact; 0 without requests. */
  public long latencyMaxNanos() {
    return latencyMaxNanos;
  }

  /** All response times; not to be changed. */
  public LatencySketch latency() {
    return latency;
  }

  /** The call tree of the requests. */
  public CallTreeAccumulator tree() {
    return tree;
  }

  /** An upper bound of its heap memory, bytes; names are shared and count little. */
  long weight() {
    long bins = latency.binCount() + tree.binCount();
    long nodes = form == null ? 0 : form.nodes().size();
    return OWN_BYTES
        + tree.size() * NODE_BYTES
        + bins * LatencySketch.BIN_BYTES
        + nodes * FORM_NODE_BYTES;
  }

  void write(DataOutput out, ProfileTables tables) throws IOException {
    Varint.write(out, latencySumNanos);
    Varint.write(out, latencyMaxNanos);
    latency.write(out);
    tree.write(out, tables);
  }

  /** Adds the requests that {@link #write} wrote. */
  void mergeFrom(DataInput in, ProfileTables tables) throws IOException {
    latencySumNanos += Varint.read(in);
    latencyMaxNanos = Math.max(latencyMaxNanos, Varint.read(in));
    latency.merge(LatencySketch.read(in));
    tree.mergeFrom(in, tables);
  }
}
