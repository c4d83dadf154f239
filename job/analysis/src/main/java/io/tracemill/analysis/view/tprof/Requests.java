package io.tracemill.analysis.view.tprof;

import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.sketch.LatencyStrata;
import io.tracemill.analysis.sort.IndexSort;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The requests of a view by number, and what they stand for. */
final class Requests {
  /** Products of binary fractions may be a little too large. */
  private static final double ROUNDING = 1e-9;

  private final List<TraceId> traces = new ArrayList<>();
  private final Map<Stratum, Integer> strata = new HashMap<>();
  private int size;
  private boolean exact = true;

  /** By request. */
  private long[] hashes = new long[64];

  private long[] nanos = new long[64];
  private double[] weights = new double[64];
  private int[] stratum = new int[64];

  /** By stratum: the number of its requests. */
  private int[] sizes = new int[64];

  /** Requests from which the sample was taken at the same rate. */
  private record Stratum(
      Frame endpoint, CallTreeSignature category, int octave, boolean failed, double weight) {}

  /** Adds a request; returns its number. */
  int add(KeptRequest request) {
    if (size == nanos.length) {
      hashes = Arrays.copyOf(hashes, 2 * size);
      nanos = Arrays.copyOf(nanos, 2 * size);
      weights = Arrays.copyOf(weights, 2 * size);
      stratum = Arrays.copyOf(stratum, 2 * size);
    }
    traces.add(request.traceId());
    hashes[size] = request.hash();
    nanos[size] = request.durationNanos();
    weights[size] = request.weight();
    stratum[size] = stratumOf(request);
    sizes[stratum[size]]++;
    exact &= request.weight() == 1;
    return size++;
  }

  private int stratumOf(KeptRequest request) {
    Stratum key =
        new Stratum(
            request.endpoint(),
            request.category(),
            LatencyStrata.octaveOf(request.durationNanos()),
            request.failed(),
            request.weight());
    int number = strata.computeIfAbsent(key, added -> strata.size());
    if (number == sizes.length) {
      sizes = Arrays.copyOf(sizes, 2 * number);
    }
    return number;
  }

  int size() {
    return size;
  }

  /** Whether every request was kept. */
  boolean exact() {
    return exact;
  }

  TraceId trace(int request) {
    return traces.get(request);
  }

  long hash(int request) {
    return hashes[request];
  }

  /** How many requests this one stands for. */
  double weight(int request) {
    return weights[request];
  }

  /** How many requests these stand for. */
  double weight(BitSet requests) {
    double sum = 0;
    for (int one = requests.nextSetBit(0); one >= 0; one = requests.nextSetBit(one + 1)) {
      sum += weights[one];
    }
    return sum;
  }

  /** The sum of the durations of the requests that these stand for, nanoseconds. */
  double durationNanos(BitSet requests) {
    double sum = 0;
    for (int one = requests.nextSetBit(0); one >= 0; one = requests.nextSetBit(one + 1)) {
      sum += weights[one] * nanos[one];
    }
    return sum;
  }

  /** The slowest of these requests, which have this share of them, or a little less. */
  BitSet slowest(BitSet requests, double share) {
    double room = weight(requests) * share * (1 + ROUNDING);
    BitSet slowest = new BitSet();
    int[] slowestFirst = requests.stream().toArray();
    new IndexSort().sort(slowestFirst, 0, slowestFirst.length, this::compareSlowest);
    for (int request : slowestFirst) {
      room -= weights[request];
      if (room < 0) {
        return slowest;
      }
      slowest.set(request);
    }
    return slowest;
  }

  private int compareSlowest(int request, int other) {
    int order = Long.compare(nanos[other], nanos[request]);
    order = order != 0 ? order : Long.compare(hashes[request], hashes[other]);
    return order != 0 ? order : traces.get(request).hex().compareTo(traces.get(other).hex());
  }

  /**
   * The standard error of a sum over all requests: within a stratum, the kept requests are a simple
   * sample without replacement. It is 0 if all are kept.
   *
   * @param requests the requests with a term, equal ones side by side
   * @param terms their weighted terms; a request may have several
   */
  double standardError(int[] requests, double[] terms) {
    double[] sums = new double[strata.size()];
    double[] squares = new double[strata.size()];
    double[] remaining = new double[strata.size()];
    for (int i = 0; i < requests.length; ) {
      int request = requests[i];
      double term = 0;
      for (; i < requests.length && requests[i] == request; i++) {
        term += terms[i];
      }
      sums[stratum[request]] += term;
      squares[stratum[request]] += term * term;
      remaining[stratum[request]] = 1 - 1 / Math.max(1, weights[request]);
    }
    double variance = 0;
    for (int at = 0; at < sums.length; at++) {
      double n = sizes[at];
      double spread = n == 1 ? squares[at] : (squares[at] - sums[at] * sums[at] / n) * n / (n - 1);
      variance += remaining[at] * Math.max(0, spread);
    }
    return Math.sqrt(variance);
  }
}
