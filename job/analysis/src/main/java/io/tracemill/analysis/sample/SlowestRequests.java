package io.tracemill.analysis.sample;

import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.RequestTables;
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

/**
 * The slowest complete request of each endpoint; the smallest hash breaks ties. When full, it takes
 * no request that would need more room.
 */
final class SlowestRequests {
  private final int maxEndpoints;
  private final long maxBytes;
  private final Map<Frame, KeptRequest> byEndpoint = new HashMap<>();
  private long storedBytes;
  private long heapBytes;

  /** Keeps none for endpoints beyond the first {@code maxEndpoints}. */
  SlowestRequests(int maxEndpoints, long maxBytes) {
    this.maxEndpoints = maxEndpoints;
    this.maxBytes = maxBytes;
  }

  /** Whether this request becomes the slowest of its endpoint. */
  boolean admits(RequestAnalysis request, long hash) {
    return request.complete()
        && admits(request.endpoint(), request.durationNanos(), request.spanCount(), hash);
  }

  private boolean admits(Frame endpoint, long durationNanos, int spanCount, long hash) {
    @Nullable KeptRequest known = byEndpoint.get(endpoint);
    long more = KeptRequest.storedBytes(spanCount) - (known == null ? 0 : storedBytes(known));
    if (more > 0 && storedBytes + more > maxBytes && !byEndpoint.isEmpty()) {
      return false;
    } else if (known == null) {
      return byEndpoint.size() < maxEndpoints;
    }
    return durationNanos != known.durationNanos()
        ? durationNanos > known.durationNanos()
        : Long.compareUnsigned(hash, known.hash()) < 0;
  }

  /** Makes a request the slowest of its endpoint. */
  void set(KeptRequest request) {
    @Nullable KeptRequest before = byEndpoint.put(request.endpoint(), request);
    storedBytes += storedBytes(request) - (before == null ? 0 : storedBytes(before));
    heapBytes += request.heapBytes() - (before == null ? 0 : before.heapBytes());
  }

  private static long storedBytes(KeptRequest request) {
    return KeptRequest.storedBytes(request.spanCount());
  }

  Optional<KeptRequest> of(Frame endpoint) {
    return Optional.ofNullable(byEndpoint.get(endpoint));
  }

  /** A view of all requests. */
  Collection<KeptRequest> all() {
    return Collections.unmodifiableCollection(byEndpoint.values());
  }

  void merge(SlowestRequests that) {
    that.inOrder().forEach(this::offer);
  }

  private void offer(KeptRequest request) {
    if (admits(request.endpoint(), request.durationNanos(), request.spanCount(), request.hash())) {
      set(request);
    }
  }

  private List<KeptRequest> inOrder() {
    return byEndpoint.entrySet().stream()
        .sorted(Entry.comparingByKey())
        .map(Entry::getValue)
        .toList();
  }

  /** An upper bound of the heap memory, bytes. */
  long heapBytes() {
    return heapBytes;
  }

  void write(DataOutput out, RequestTables tables) throws IOException {
    Varint.write(out, byEndpoint.size());
    for (KeptRequest request : inOrder()) {
      request.write(out, tables);
    }
  }

  /** Adds the requests that {@link #write} wrote. */
  void mergeFrom(DataInput in, RequestTables tables) throws IOException {
    for (int left = Varint.readUpTo(in, Integer.MAX_VALUE); left > 0; left--) {
      offer(KeptRequest.read(in, tables));
    }
  }
}
