package io.tracemill.analysis.sample;

import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The slowest complete request of each endpoint; the smallest hash breaks ties. */
final class SlowestRequests {
  private final int maxEndpoints;
  private final Map<Frame, IndexedRequest> byEndpoint = new HashMap<>();
  private long bytes;

  /** Keeps none for endpoints beyond the first {@code maxEndpoints}. */
  SlowestRequests(int maxEndpoints) {
    this.maxEndpoints = maxEndpoints;
  }

  /** Whether this request becomes the slowest of its endpoint. */
  boolean admits(RequestAnalysis request, long hash) {
    return request.complete() && admits(request.endpoint(), request.durationNanos(), hash);
  }

  private boolean admits(Frame endpoint, long durationNanos, long hash) {
    @Nullable IndexedRequest known = byEndpoint.get(endpoint);
    if (known == null) {
      return byEndpoint.size() < maxEndpoints;
    }
    return durationNanos != known.durationNanos()
        ? durationNanos > known.durationNanos()
        : Long.compareUnsigned(hash, known.hash()) < 0;
  }

  /** Makes a request the slowest of its endpoint. */
  void set(IndexedRequest request) {
    @Nullable IndexedRequest before = byEndpoint.put(request.endpoint(), request);
    bytes += request.heapBytes() - (before == null ? 0 : before.heapBytes());
  }

  Optional<IndexedRequest> of(Frame endpoint) {
    return Optional.ofNullable(byEndpoint.get(endpoint));
  }

  /** A view of all requests. */
  Collection<IndexedRequest> all() {
    return Collections.unmodifiableCollection(byEndpoint.values());
  }

  void merge(SlowestRequests that) {
    that.inOrder().forEach(this::offer);
  }

  private void offer(IndexedRequest request) {
    if (admits(request.endpoint(), request.durationNanos(), request.hash())) {
      set(request);
    }
  }

  private List<IndexedRequest> inOrder() {
    return byEndpoint.entrySet().stream()
        .sorted(Entry.comparingByKey())
        .map(Entry::getValue)
        .toList();
  }

  /** An upper bound of the heap memory, bytes. */
  long heapBytes() {
    return bytes;
  }

  void write(DataOutput out, IndexedRequestCodec codec) throws IOException {
    Varint.write(out, byEndpoint.size());
    for (IndexedRequest request : inOrder()) {
      codec.write(out, request);
    }
  }

  /** Adds the requests that {@link #write} wrote. */
  void mergeFrom(DataInput in, IndexedRequestCodec codec) throws IOException {
    for (int left = Varint.readUpTo(in, Integer.MAX_VALUE); left > 0; left--) {
      offer(codec.read(in));
    }
  }
}
