package io.tracemill.store.question;

import static java.util.Comparator.comparingLong;

import io.tracemill.analysis.sample.IndexedRequest;
import io.tracemill.analysis.sample.WeightedRequest;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Statistics of requests by their definitions, slow and obvious. */
final class Reference {
  private Reference() {}

  static boolean selects(Filter filter, IndexedRequest request) {
    return filter.time().contains(request.timeMillis())
        && filter.endpoint().stream().allMatch(request.endpoint()::equals)
        && filter.flow().stream().allMatch(request.flow().hex()::equals)
        && filter.role().stream().allMatch(request.role()::equals)
        && request.durationNanos() >= filter.minDurationNanos()
        && request.durationNanos() < filter.belowNanos()
        && filter.attributes().stream()
            .allMatch(
                wanted ->
                    request.attributes().stream()
                        .anyMatch(
                            has ->
                                has.value().equals(wanted.value())
                                    && (has.key().equals(wanted.key())
                                        || (has.service() + "." + has.key())
                                            .equals(wanted.key()))));
  }

  static double weight(List<WeightedRequest> requests) {
    return requests.stream().mapToDouble(WeightedRequest::weight).sum();
  }

  static double mean(List<WeightedRequest> requests) {
    return mean(requests, each -> each.request().durationNanos());
  }

  static double mean(List<WeightedRequest> requests, ToDoubleFunction<WeightedRequest> value) {
    return requests.stream().mapToDouble(each -> each.weight() * value.applyAsDouble(each)).sum()
        / weight(requests);
  }

  static double deviation(List<WeightedRequest> requests) {
    double mean = mean(requests);
    return Math.sqrt(mean(requests, each -> Math.pow(each.request().durationNanos() - mean, 2)));
  }

  static double meanError(List<WeightedRequest> requests) {
    double mean = mean(requests);
    double squares =
        requests.stream()
            .mapToDouble(
                each ->
                    each.weight()
                        * (each.weight() - 1)
                        * Math.pow(each.request().durationNanos() - mean, 2))
            .sum();
    return Math.sqrt(squares) / weight(requests);
  }

  static long percentile(List<WeightedRequest> requests, double share) {
    double total = weight(requests);
    double upTo = 0;
    List<WeightedRequest> sorted =
        requests.stream().sorted(comparingLong(each -> each.request().durationNanos())).toList();
    for (WeightedRequest each : sorted) {
      upTo += each.weight();
      if (upTo >= (share - 1e-9) * total) {
        return each.request().durationNanos();
      }
    }
    throw new IllegalArgumentException("no requests");
  }
}
