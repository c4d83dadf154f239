package io.tracemill.analysis.explanation;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.tracemill.analysis.difference.ComparedRequest;
import io.tracemill.analysis.sample.RequestRow;
import io.tracemill.analysis.signature.CallTreeSignature;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.apache.commons.codec.digest.MurmurHash3;

/**
 * Sampled requests of one cohort, slowest first. A sample over-represents slow requests, so each
 * request has a weight.
 */
record SampleSide(List<RequestRow> requests) {
  /** The sampled requests of a cohort; their order depends only on the requests. */
  static SampleSide of(Cohort cohort) {
    return new SampleSide(
        cohort.rows().stream()
            .filter(row -> row.weight() > 0)
            .sorted(
                Comparator.comparingLong(RequestRow::durationNanos)
                    .reversed()
                    .thenComparing(row -> row.traceId().hex())
                    .thenComparingLong(RequestRow::spanId))
            .toList());
  }

  /** The requests that {@code wanted} selects; all if it selects none. */
  SampleSide some(Predicate<RequestRow> wanted) {
    List<RequestRow> found = requests.stream().filter(wanted).toList();
    return found.isEmpty() ? this : new SampleSide(found);
  }

  /**
   * A uniform sample of a category's requests. A row of weight w was drawn with probability 1 / w,
   * so it stays with probability w by the largest weight.
   */
  List<RequestRow> uniform(CallTreeSignature category) {
    List<RequestRow> all =
        requests.stream().filter(row -> row.category().equals(category)).toList();
    double largest = all.stream().mapToDouble(RequestRow::weight).max().orElse(1);
    return all.stream().filter(row -> point(row) * largest < row.weight()).toList();
  }

  /** From 0 to 1, the same in each run; it does not depend on how the row was drawn. */
  private static double point(RequestRow row) {
    byte[] id = row.traceId().hex().getBytes(US_ASCII);
    return (MurmurHash3.hash32x86(id) >>> 1) / (double) Integer.MAX_VALUE;
  }

  /** The requests as rows of features. */
  List<ComparedRequest> compared() {
    return requests.stream()
        .map(row -> new ComparedRequest(row.durationNanos(), row.weight(), row.attributes()))
        .toList();
  }
}
