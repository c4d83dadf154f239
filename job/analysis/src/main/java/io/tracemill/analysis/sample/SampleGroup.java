package io.tracemill.analysis.sample;

import io.tracemill.analysis.request.RequestTables;
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

  private static final Comparator<KeptRequest> BY_HASH =
      ((Comparator<KeptRequest>) (a, b) -> Long.compareUnsigned(a.hash(), b.hash()))
          .thenComparingLong(request -> request.traceId().high())
          .thenComparingLong(request -> request.traceId().low())
          .thenComparingLong(KeptRequest::spanId)
          .thenComparingLong(KeptRequest::durationNanos);

  private final List<KeptRequest> requests = new ArrayList<>(1);
  private long count;
  private long largestBytes;
  private long storedBytes;
  private long heapBytes;

  /** The smallest hash of a request that was not kept, as an unsigned number. */
  private long firstRejected = -1;

  /** The largest hash of {@link #requests}. */
  private long largestHash;

  /** The number of requests. */
  long count() {
    return count;
  }

  /** Counts a request that would take so many bytes in a store. */
  void count(long storedBytes) {
    count++;
    largestBytes = Math.max(largestBytes, storedBytes);
  }

  /** The most bytes that one of its requests takes in a store, whether it is kept or not. */
  long largestBytes() {
    return largestBytes;
  }

  /** The kept requests, smallest hash first. */
  List<KeptRequest> requests() {
    return Collections.unmodifiableList(requests);
  }

  /** About the bytes of the kept requests in a store. */
  long storedBytes() {
    return storedBytes;
  }

  /** An upper bound of the heap memory of the kept requests, bytes. */
  long heapBytes() {
    return heapBytes;
  }

  /** The number of requests that each kept one represents. */
  double weight() {
    return (double) count / requests.size();
  }

  /** All requests with smaller {@link KeptRequest#samplePoint} were kept. */
  double keptBelow() {
    return count == requests.size() ? 1 : KeptRequest.samplePoint(firstRejected);
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

  /** Keeps a request. */
  void keep(KeptRequest request) {
    int found = Collections.binarySearch(requests, request, BY_HASH);
    requests.add(found >= 0 ? found : -found - 1, request);
    largestHash = requests.get(requests.size() - 1).hash();
    storedBytes += KeptRequest.storedBytes(request.spanCount());
    heapBytes += request.heapBytes();
  }

  /** Drops all but the {@code most} smallest hashes, 1 or more. */
  void trim(int most) {
    while (requests.size() > most) {
      KeptRequest last = requests.remove(requests.size() - 1);
      reject(last.hash());
      storedBytes -= KeptRequest.storedBytes(last.spanCount());
      heapBytes -= last.heapBytes();
      largestHash = requests.get(requests.size() - 1).hash();
    }
  }

  /** Adds the requests of {@code that}, which does not change. */
  void merge(SampleGroup that) {
    count += that.count;
    largestBytes = Math.max(largestBytes, that.largestBytes);
    reject(that.firstRejected);
    that.requests.forEach(this::keep);
  }

  void write(DataOutput out, RequestTables tables) throws IOException {
    Varint.write(out, count);
    Varint.write(out, largestBytes);
    out.writeLong(firstRejected);
    Varint.write(out, requests.size());
    for (KeptRequest request : requests) {
      request.write(out, tables);
    }
  }

  static SampleGroup read(DataInput in, RequestTables tables) throws IOException {
    SampleGroup group = new SampleGroup();
    group.count = Varint.read(in);
    group.largestBytes = Varint.read(in);
    group.firstRejected = in.readLong();
    for (int left = Varint.readUpTo(in, Integer.MAX_VALUE); left > 0; left--) {
      group.keep(KeptRequest.read(in, tables));
    }
    return group;
  }
}
