package io.tracemill.analysis.diagnosis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;

/**
 * The strata of a group's normal and of its slowest requests (tprof section 3.6). The threshold is
 * known only when all requests are there. It lies in one stratum, the boundary; the tail is every
 * stratum above it. So the tail may lack some of the requests in the boundary.
 *
 * @param normal strata up to the boundary, and the boundary itself
 * @param tail strata above
 * @param boundaryRequests requests in the boundary
 */
record Tail(List<Integer> normal, List<Integer> tail, long boundaryRequests) {
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
    double room = share * requests.values().stream().mapToLong(count -> count).sum();
    List<Integer> tail = new ArrayList<>();
    List<Integer> normal = new ArrayList<>();
    long boundary = 0;
    for (Map.Entry<Integer, Long> stratum : requests.descendingMap().entrySet()) {
      room -= stratum.getValue();
      if (normal.isEmpty() && room >= 0) {
        tail.add(stratum.getKey());
      } else {
        boundary = normal.isEmpty() ? stratum.getValue() : boundary;
        normal.add(stratum.getKey());
      }
    }
    return new Tail(normal, tail, boundary);
  }

  List<Integer> all() {
    List<Integer> all = new ArrayList<>(normal);
    all.addAll(tail);
    return all;
  }
}
