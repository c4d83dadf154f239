package io.tracemill.analysis.sums;

import io.tracemill.analysis.request.RequestTables;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.sketch.LatencySketch;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The sums of one endpoint's requests of one category: count, failures, response times, call tree,
 * and the category's form. All times are nanoseconds.
 */
public final class CategorySums {
  /** Arrays are up to twice as long as their content. */
  private static final long NODE_BYTES = 144;

  private static final long FORM_NODE_BYTES = 44;
  private static final long OWN_BYTES = 700;

  private long failed;
  private long latencySumNanos;
  private long latencyMaxNanos;
  private final LatencySketch latency = new LatencySketch();
  private final CallTreeSums tree;
  private @Nullable CanonicalForm form;
  private boolean partial;

  CategorySums(SumRules rules) {
    this.tree = new CallTreeSums(rules);
  }

  /** Adds a request; its nodes go to the {@link #tree}. */
  void add(long durationNanos, boolean requestFailed) {
    failed += requestFailed ? 1 : 0;
    latencySumNanos += durationNanos;
    latencyMaxNanos = Math.max(latencyMaxNanos, durationNanos);
    latency.add(durationNanos);
    tree.beginRequest();
  }

  /** Adds all requests of {@code other}; their category may differ. */
  void merge(CategorySums other) {
    failed += other.failed;
    latencySumNanos += other.latencySumNanos;
    latencyMaxNanos = Math.max(latencyMaxNanos, other.latencyMaxNanos);
    latency.merge(other.latency);
    tree.merge(other.tree);
  }

  /** Sets the form of its category; the fuller form wins. */
  void show(CanonicalForm shown) {
    form = form == null ? shown : form.fuller(shown);
  }

  boolean hasForm() {
    return form != null;
  }

  /**
   * The tree whose hash is the category, cut after {@link EndpointSums#MAX_FORM_NODES} nodes. Empty
   * if requests have many categories, as in {@code (other)}.
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

  /** The number of requests that failed. */
  public long failed() {
    return failed;
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
  public CallTreeSums tree() {
    return tree;
  }

  /** An upper bound of its heap memory, bytes; names are shared and count little. */
  long weight() {
    long nodes = form == null ? 0 : form.nodes().size();
    return OWN_BYTES
        + tree.size() * NODE_BYTES
        + latency.binCount() * LatencySketch.BIN_BYTES
        + nodes * FORM_NODE_BYTES;
  }

  void write(DataOutput out, RequestTables tables) throws IOException {
    Varint.write(out, failed);
    Varint.write(out, latencySumNanos);
    Varint.write(out, latencyMaxNanos);
    latency.write(out);
    tree.write(out, tables);
  }

  /** Adds the requests that {@link #write} wrote. */
  void mergeFrom(DataInput in, RequestTables tables) throws IOException {
    failed += Varint.read(in);
    latencySumNanos += Varint.read(in);
    latencyMaxNanos = Math.max(latencyMaxNanos, Varint.read(in));
    latency.merge(LatencySketch.read(in));
    tree.mergeFrom(in, tables);
  }
}
