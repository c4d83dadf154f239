package io.tracemill.analysis.profile;

import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.sketch.LatencyStrata;
import io.tracemill.analysis.sketch.SampleHash;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A bounded sample of an endpoint's requests (semantics 7): in fixed strata of the duration's
 * logarithm (factor 2^(1/4)) an exact count, and the k requests with the smallest hash of their
 * ids.
 *
 * <p>Slow requests are few and have their own strata, so the sample keeps requests that a uniform
 * sample would miss. The choice depends only on the requests: merging takes the union and again the
 * k smallest. It is associative and commutative.
 */
public final class RequestSample {
  private static final int MAX_EXEMPLARS = 10;
  private static final long STRATUM_BYTES = 120;

  private final ProfileLimits limits;

  /** Strata by ascending number. */
  private final List<Stratum> strata = new ArrayList<>(4);

  private long weight;

  RequestSample(ProfileLimits limits) {
    this.limits = limits;
  }

  /** Counts the request, and copies it if the sample keeps it. */
  void add(RequestAnalysis request) {
    Stratum stratum = stratum(LatencyStrata.numberOf(request.durationNanos()));
    stratum.count(1);
    if (stratum.admits(SampleHash.of(request.traceId(), request.spanId()))) {
      keep(stratum, copyOf(request));
    }
  }

  private void keep(Stratum stratum, SampledRequest request) {
    weight += stratum.keep(request);
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

  /** Adds the requests of {@code other}, which does not change. */
  void merge(RequestSample other) {
    for (Stratum theirs : other.strata) {
      Stratum stratum = stratum(theirs.number());
      stratum.count(theirs.count());
      for (SampledRequest request : theirs.requests()) {
        keep(stratum, request);
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

  /** Whether the sample has every request, so that nothing is estimated. */
  public boolean holdsEveryRequest() {
    return strata.stream().allMatch(Stratum::holdsEveryRequest);
  }

  /**
   * Up to ten exemplars, slowest first. It takes the slowest of each top stratum, so that they
   * differ, then the second slowest of each, until there are enough.
   */
  List<SampledRequest> exemplars() {
    List<List<SampledRequest>> slowestFirst = new ArrayList<>();
    for (Stratum stratum : strata) {
      slowestFirst.add(0, stratum.requests().stream().sorted(SampledRequest.BY_DURATION).toList());
    }
    return IntStream.range(0, MAX_EXEMPLARS)
        .boxed()
        .flatMap(
            rank ->
                slowestFirst.stream()
                    .filter(stratum -> rank < stratum.size())
                    .map(stratum -> stratum.get(rank)))
        .limit(MAX_EXEMPLARS)
        .sorted(SampledRequest.BY_DURATION)
        .toList();
  }

  /** An upper bound of its heap memory, bytes. */
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

  /** Adds the requests that {@link #write} wrote. */
  void mergeFrom(DataInput in, ProfileTables tables) throws IOException {
    for (int left = Varint.readUpTo(in, Integer.MAX_VALUE); left > 0; left--) {
      Stratum stratum = stratum(Varint.readUpTo(in, Integer.MAX_VALUE));
      stratum.count(Varint.read(in));
      int kept = Varint.readUpTo(in, Integer.MAX_VALUE);
      for (int k = 0; k < kept; k++) {
        keep(stratum, SampledRequest.read(in, tables));
      }
    }
  }
}
