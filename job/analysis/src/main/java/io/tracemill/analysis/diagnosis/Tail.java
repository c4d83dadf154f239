package io.tracemill.analysis.diagnosis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;

/**
 * The strata of normal and of the slowest requests (tprof section 3.6). The threshold is known only
 * when all requests have been counted. It lies in one stratum, the boundary. The tail is every
 * stratum above it; the boundary belongs to the tail if that brings the tail's size nearer to the
 * wanted share. So the tail has up to twice that share, or less of it, down to none.
 *
 * @param normal all other strata
 * @param tail strata of the slowest requests
 * @param requests the number of requests in all strata
 * @param boundaryRequests requests in the boundary
 */
record Tail(List<Integer> normal, List<Integer> tail, long requests, long boundaryRequests) {
  /** Products of binary fractions may be a little too small. */
  private static final double ROUNDING = 1e-9;

  Tail {
    normal = List.copyOf(normal);
    tail = List.copyOf(tail);
  }

  /**
   * The tail of requests.
   *
   * @param requests by stratum
   * @param share of the slowest
   */
  static Tail of(NavigableMap<Integer, Long> requests, double share) {
    long all = requests.values().stream().mapToLong(count -> count).sum();
    double room = share * all * (1 + ROUNDING);
    List<Integer> tail = new ArrayList<>();
    List<Integer> normal = new ArrayList<>();
    long boundary = 0;
    for (Map.Entry<Integer, Long> stratum : requests.descendingMap().entrySet()) {
      long count = stratum.getValue();
      if (boundary > 0) {
        normal.add(stratum.getKey());
      } else if (count <= room) {
        tail.add(stratum.getKey());
      } else {
        boundary = count;
        (count - room < room ? tail : normal).add(stratum.getKey());
      }
      room -= count;
    }
    return new Tail(normal, tail, all, boundary);
  }

  List<Integer> all() {
    List<Integer> all = new ArrayList<>(normal);
    all.addAll(tail);
    return all;
  }
}
