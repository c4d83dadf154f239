package io.tracemill.analysis.profile;

import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A bounded sample of an endpoint's requests (semantics 7): in fixed strata of the duration's
 * logarithm (factor 2^(1/4)) an exact count, and the k requests with the smallest hash of their
 * ids.
 *
 * <p>Slow requests are few and their strata are their own, so they are kept where a uniform sample
 * would miss them. Which ones are kept depends on the requests alone: merging is union and k
 * smallest again, associative and commutative.
 */
public final class RequestSample {
  private static final long STRATUM_BYTES = 120;

  private final ProfileLimits limits;

  /** In ascending order of their numbers. */
  private final List<Stratum> strata = new ArrayList<>(4);

  private long weight;

  RequestSample(ProfileLimits limits) {
    this.limits = limits;
  }

  /** Counts the request, and copies it if it is to be kept. */
  void add(RequestAnalysis request) {
    Stratum stratum = stratum(Stratum.numberOf(request.durationNanos()));
    stratum.count(1);
    if (stratum.admits(SampledRequest.hashOf(request.traceId(), request.spanId()))) {
      weight += stratum.keep(copyOf(request));
    }
  }

  private SampledRequest copyOf(RequestAnalysis request) {
    return new SampledRequest(
        request.traceId(),
        request.spanId(),
        request.durationNanos(),
        request.signatures().flow(),
        request.attributes(),
        SampledTree.copyOf(request.criticalPath(), limits));
  }

  /** Adds all that {@code other} holds, which stays as it is. */
  void merge(RequestSample other) {
    for (Stratum theirs : other.strata) {
      Stratum stratum = stratum(theirs.number());
      stratum.count(theirs.count());
      for (SampledRequest request : theirs.requests()) {
        weight += stratum.keep(request);
      }
    }
  }

  private Stratum stratum(int number) {
    int low = 0;
    int high = strata.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (strata.get(middle).number() < number) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low == strata.size() || strata.get(low).number() != number) {
      strata.add(low, new Stratum(number, limits.samplePerStratum()));
      weight += STRATUM_BYTES;
    }
    return strata.get(low);
  }

  /** The strata that have requests, shortest durations first. */
  public List<Stratum> strata() {
    return Collections.unmodifiableList(strata);
  }

  /** Whether every request was kept, so that nothing is estimated. */
  public boolean holdsEveryRequest() {
    return strata.stream().allMatch(Stratum::holdsEveryRequest);
  }

  /** The most that it takes on the heap, bytes. */
  long weight() {
    return weight;
  }

  void write(DataOutput out, ProfileTables tables) throws IOException {
    Varint.write(out, strata.size());
    for (Stratum stratum : strata) {
      Varint.write(out, stratum.number());
      Varint.write(out, stratum.count());
      Varint.write(out, stratum.requests().size());
      for (SampledRequest request : stratum.requests()) {
        request.write(out, tables);
      }
    }
  }

  /** Adds what {@link #write} wrote. */
  void mergeFrom(DataInput in, ProfileTables tables) throws IOException {
    int size = Varint.readUpTo(in, Integer.MAX_VALUE);
    for (int i = 0; i < size; i++) {
      Stratum stratum = stratum(Varint.readUpTo(in, Integer.MAX_VALUE));
      stratum.count(Varint.read(in));
      int kept = Varint.readUpTo(in, Integer.MAX_VALUE);
      for (int k = 0; k < kept; k++) {
        weight += stratum.keep(SampledRequest.read(in, tables));
      }
    }
  }
}
