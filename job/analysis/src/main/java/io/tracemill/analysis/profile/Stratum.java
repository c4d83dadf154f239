package io.tracemill.analysis.profile;

import io.tracemill.analysis.sketch.LatencyStrata;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The requests of one of the {@link LatencyStrata}: their number, and the requests with the
 * smallest hashes.
 */
public final class Stratum {
  private final int number;
  private final int capacity;
  private long count;
  private final List<SampledRequest> requests = new ArrayList<>(1);

  /** The largest hash in {@link #requests}; it rejects most requests at once. */
  private long largestHash = Long.MAX_VALUE;

  Stratum(int number, int capacity) {
    this.number = number;
    this.capacity = capacity;
  }

  /** The number of the stratum; longer durations have larger numbers. */
  public int number() {
    return number;
  }

  /** The number of requests. */
  public long count() {
    return count;
  }

  /** The kept requests, smallest hash first. */
  public List<SampledRequest> requests() {
    return Collections.unmodifiableList(requests);
  }

  /** The number of requests that each kept one represents. */
  public double weight() {
    return (double) count / requests.size();
  }

  /** Whether all requests were kept, so that nothing is estimated. */
  public boolean holdsEveryRequest() {
    return count == requests.size();
  }

  void count(long more) {
    count += more;
  }

  /** Whether the stratum may keep a request with this hash. */
  boolean admits(long hash) {
    return requests.size() < capacity || hash <= largestHash;
  }

  /** Keeps the request if its hash is among the smallest. Returns the added weight. */
  long keep(SampledRequest request) {
    if (!admits(request.hash())) {
      return 0;
    }
    int found = Collections.binarySearch(requests, request, SampledRequest.BY_HASH);
    int place = found >= 0 ? found : -found - 1;
    requests.add(place, request);
    long added = request.weight();
    if (requests.size() > capacity) {
      added -= requests.remove(capacity).weight();
    }
    largestHash = requests.get(requests.size() - 1).hash();
    return added;
  }
}
