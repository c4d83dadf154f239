package io.tracemill.cli.diagnose;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.pipeline.config.DiagnosisKeys;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Which requests are diagnosed.
 *
 * @param only the value that a span of the request must have, for each attribute, and how the
 *     request must end
 * @param time when it must begin
 */
record RequestCondition(Map<String, String> only, Optional<Period> time)
    implements Predicate<KeptRequest> {
  @Override
  public boolean test(KeptRequest request) {
    return time.filter(
                period -> !period.contains(TimeUnit.NANOSECONDS.toMillis(request.startNanos())))
            .isEmpty()
        && only.entrySet().stream().allMatch(wanted -> has(request, wanted));
  }

  private static boolean has(KeptRequest request, Map.Entry<String, String> wanted) {
    return wanted.getKey().equals(DiagnosisKeys.STATUS)
        ? request.failed() == wanted.getValue().equals("error")
        : request.attributes().stream()
            .anyMatch(
                attribute ->
                    attribute.key().equals(wanted.getKey())
                        && attribute.value().equals(wanted.getValue()));
  }
}
