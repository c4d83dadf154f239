package io.tracemill.analysis.profile;

import io.tracemill.analysis.profile.EndpointProfile.Exemplar;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The requests of a sample that are worth a look: the slowest of each of the top strata, so that
 * they are not all alike, then the second slowest of each, until there are enough.
 */
final class Exemplars {
  private static final int LIMIT = 10;

  private Exemplars() {}

  /** Up to ten requests, slowest first. */
  static List<Exemplar> of(RequestSample sample) {
    List<List<SampledRequest>> slowestFirst = new ArrayList<>();
    for (Stratum stratum : sample.strata()) {
      slowestFirst.add(stratum.requests().stream().sorted(SampledRequest.BY_DURATION).toList());
    }
    Collections.reverse(slowestFirst);
    List<SampledRequest> chosen = new ArrayList<>();
    int before = -1;
    for (int rank = 0; chosen.size() < LIMIT && chosen.size() > before; rank++) {
      before = chosen.size();
      for (List<SampledRequest> stratum : slowestFirst) {
        if (rank < stratum.size() && chosen.size() < LIMIT) {
          chosen.add(stratum.get(rank));
        }
      }
    }
    return chosen.stream()
        .sorted(SampledRequest.BY_DURATION)
        .map(request -> new Exemplar(request.traceId(), request.spanId(), request.durationNanos()))
        .toList();
  }
}
