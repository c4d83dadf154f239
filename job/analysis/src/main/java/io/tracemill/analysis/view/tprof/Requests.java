package io.tracemill.analysis.view.tprof;

import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.sketch.LatencyStrata;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The requests of a view by number, and what they stand for. */
final class Requests {
  /** Products of binary fractions may be a little too large. */
  private static final double ROUNDING = 1e-9;

  private final List<Request> all = new ArrayList<>();
  private final Map<Stratum, Integer> strata = new HashMap<>();
  private final List<Integer> sizes = new ArrayList<>();
  private boolean exact = true;

  private record Request(TraceId trace, long hash, long durationNanos, double weight, int stratum) {
    static final Comparator<Request> SLOWEST_FIRST =
        Comparator.comparingLong(Request::durationNanos)
            .reversed()
            .thenComparingLong(Request::hash)
            .thenComparing(request -> request.trace().hex());
  }

  /** Requests from which the sample was taken at the same rate. */
  private record Stratum(
      Frame endpoint, CallTreeSignature category, int octave, boolean failed, double weight) {}

  /** Adds a request; returns its number. */
  int add(KeptRequest request) {
    Stratum stratum =
        new Stratum(
            request.endpoint(),
            request.category(),
            LatencyStrata.octaveOf(request.durationNanos()),
            request.failed(),
            request.weight());
    int number = strata.computeIfAbsent(stratum, added -> strata.size());
    if (number == sizes.size()) {
      sizes.add(0);
    }
    sizes.set(number, sizes.get(number) + 1);
    exact &= request.weight() == 1;
    all.add(
        new Request(
            request.traceId(), request.hash(), request.durationNanos(), request.weight(), number));
    return all.size() - 1;
  }

  int size() {
    return all.size();
  }

  /** Whether every request was kept. */
  boolean exact() {
    return exact;
  }

  TraceId trace(int request) {
    return all.get(request).trace();
  }

  long hash(int request) {
    return all.get(request).hash();
  }

  long durationNanos(int request) {
    return all.get(request).durationNanos();
  }

  /** How many requests this one stands for. */
  double weight(int request) {
    return all.get(request).weight();
  }

  /** How many requests these stand for. */
  double weight(BitSet requests) {
    return requests.stream().mapToDouble(this::weight).sum();
  }

  /** The sum of the durations of the requests that these stand for, nanoseconds. */
  double durationNanos(BitSet requests) {
    return requests.stream().mapToDouble(one -> weight(one) * durationNanos(one)).sum();
  }

  /** The slowest of these requests, which have this share of them, or a little less. */
  BitSet slowest(BitSet requests, double share) {
    double room = weight(requests) * share * (1 + ROUNDING);
    BitSet slowest = new BitSet();
    for (int request :
        requests.stream()
            .boxed()
            .sorted(Comparator.comparing(all::get, Request.SLOWEST_FIRST))
            .toList()) {
      room -= weight(request);
      if (room < 0) {
        return slowest;
      }
      slowest.set(request);
    }
    return slowest;
  }

  /**
   * The standard error of a sum over all requests: within a stratum, the kept requests are a simple
   * sample without replacement. It is 0 if all are kept.
   *
   * @param requests the requests with a term, equal ones side by side
   * @param terms their weighted terms; a request may have several
   */
  double standardError(int[] requests, double[] terms) {
    double[] sums = new double[sizes.size()];
    double[] squares = new double[sizes.size()];
    double[] remaining = new double[sizes.size()];
    for (int i = 0; i < requests.length; ) {
      Request request = all.get(requests[i]);
      double term = 0;
      for (int same = requests[i]; i < requests.length && requests[i] == same; i++) {
        term += terms[i];
      }
      sums[request.stratum()] += term;
      squares[request.stratum()] += term * term;
      remaining[request.stratum()] = 1 - 1 / Math.max(1, request.weight());
    }
    double variance = 0;
    for (int stratum = 0; stratum < sums.length; stratum++) {
      double n = sizes.get(stratum);
      double spread =
          n == 1
              ? squares[stratum]
              : (squares[stratum] - sums[stratum] * sums[stratum] / n) * n / (n - 1);
      variance += remaining[stratum] * Math.max(0, spread);
    }
    return Math.sqrt(variance);
  }
}
