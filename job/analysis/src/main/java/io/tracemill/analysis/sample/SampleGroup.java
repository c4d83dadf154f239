package io.tracemill.analysis.sample;

import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** The requests of one group: their number, and those with the smallest hashes. */
final class SampleGroup {
  /** Heap memory of a group, its key and its map entry, bytes. */
  static final long OWN_BYTES = 250;

  private static final Comparator<IndexedRequest> BY_HASH =
      ((Comparator<IndexedRequest>) (a, b) -> Long.compareUnsigned(a.hash(), b.hash()))
          .thenComparingLong(request -> request.traceId().high())
          .thenComparingLong(request -> request.traceId().low())
          .thenComparingLong(IndexedRequest::spanId)
          .thenComparingLong(IndexedRequest::durationNanos);

  private final List<IndexedRequest> requests = new ArrayList<>(1);
  private long count;

  /** The smallest hash of a request that was not kept, as an unsigned number. */
  private long firstRejected = -1;

  /** The largest hash of {@link #requests}. */
  private long largestHash;

  /** The number of requests. */
  long count() {
    return count;
  }

  void count(long more) {
    count += more;
  }

  /** The kept requests, smallest hash first. */
  List<IndexedRequest> requests() {
    return Collections.unmodifiableList(requests);
  }

  /** The number of requests that each kept one represents. */
  double weight() {
    return (double) count / requests.size();
  }

  /** All requests with smaller {@link IndexedRequest#samplePoint} were kept. */
  double keptBelow() {
    return count == requests.size() ? 1 : IndexedRequest.samplePoint(firstRejected);
  }

  /** Whether the group keeps a request with this hash among {@code most}. */
  boolean admits(long hash, int most) {
    return requests.size() < most || Long.compareUnsigned(hash, largestHash) <= 0;
  }

  /** Records the hash of a request that is not kept. */
  void reject(long hash) {
    if (Long.compareUnsigned(hash, firstRejected) < 0) {
      firstRejected = hash;
    }
  }

  /** The number of kept requests with a smaller hash. */
  int rank(long hash) {
    int low = 0;
    int high = requests.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Long.compareUnsigned(requests.get(middle).hash(), hash) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Keeps a request. */
  void keep(IndexedRequest request) {
    int found = Collections.binarySearch(requests, request, BY_HASH);
    requests.add(found >= 0 ? found : -found - 1, request);
    largestHash = requests.get(requests.size() - 1).hash();
  }

  /** Drops all but the {@code most} smallest hashes; returns their heap memory, bytes. */
  long trim(int most) {
    long bytes = 0;
    while (requests.size() > most) {
      IndexedRequest last = requests.remove(requests.size() - 1);
      bytes += last.heapBytes();
      reject(last.hash());
      largestHash = requests.get(requests.size() - 1).hash();
    }
    return bytes;
  }

  /**
   * Keeps the spans of at most the first {@code most} requests, and only of hashes up to {@code
   * largest}. Returns the heap memory of the group, bytes.
   */
  long limitSpans(int most, long largest) {
    long bytes = 0;
    for (int rank = 0; rank < requests.size(); rank++) {
      IndexedRequest request = requests.get(rank);
      if (rank >= most || Long.compareUnsigned(request.hash(), largest) > 0) {
        request = request.withoutSpans();
        requests.set(rank, request);
      }
      bytes += request.heapBytes();
    }
    return bytes;
  }

  /** Adds the requests of {@code that}, which does not change. */
  void merge(SampleGroup that) {
    count += that.count;
    reject(that.firstRejected);
    that.requests.forEach(this::keep);
  }

  void write(DataOutput out, IndexedRequestCodec codec) throws IOException {
    Varint.write(out, count);
    out.writeLong(firstRejected);
    Varint.write(out, requests.size());
    for (IndexedRequest request : requests) {
      codec.write(out, request);
    }
  }

  static SampleGroup read(DataInput in, IndexedRequestCodec codec) throws IOException {
    SampleGroup group = new SampleGroup();
    group.count = Varint.read(in);
    group.firstRejected = in.readLong();
    for (int left = Varint.readUpTo(in, Integer.MAX_VALUE); left > 0; left--) {
      group.keep(codec.read(in));
    }
    return group;
  }
}
