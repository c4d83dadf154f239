package io.tracemill.analysis.explanation;

import io.tracemill.analysis.difference.ComparedRequest;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.SampledRequest;
import java.util.Comparator;
import java.util.List;

/**
 * Sampled requests of one cohort, slowest first. A sample over-represents slow requests, so each
 * request has a weight.
 */
record SampleSide(List<Weighted> requests) {
  /** A sampled request, and the number of requests of about its duration that it represents. */
  record Weighted(SampledRequest request, double weight) {
    long durationNanos() {
      return request.durationNanos();
    }
  }

  /** All kept requests; their order depends only on the requests. */
  static SampleSide of(EndpointAccumulator cohort) {
    return new SampleSide(
        cohort.sample().strata().stream()
            .flatMap(
                stratum ->
                    stratum.requests().stream()
                        .map(request -> new Weighted(request, stratum.weight())))
            .sorted(Comparator.comparingLong(each -> -each.durationNanos()))
            .toList());
  }

  /** The requests as rows of features. */
  List<ComparedRequest> compared() {
    return requests.stream()
        .map(
            each ->
                new ComparedRequest(
                    each.durationNanos(), each.weight(), each.request().attributes()))
        .toList();
  }
}
