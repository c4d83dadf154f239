package io.tracemill.cli.sample;

import io.tracemill.analysis.quality.QualityCounts;
import io.tracemill.analysis.span.Fragment;
import java.util.List;

/**
 * Records of the input topics, decoded.
 *
 * @param stretch the time that they cover together
 * @param counts of records and spans, as the job would count them; of clock jumps only those that
 *     no later record has borne out
 * @param bytes of all records' values
 * @param stampedByBroker records whose timestamp is the broker's, not the producer's
 * @param firstFailure why the first record that cannot be decoded can't; empty if all can
 * @param fragments in no particular order
 */
public record Sample(
    Stretch stretch,
    QualityCounts counts,
    long bytes,
    long stampedByBroker,
    String firstFailure,
    List<Fragment> fragments) {

  /** Spans a second within the stretch; 0 where it is too short to say. */
  public double spansPerSecond() {
    long spans =
        fragments.stream()
            .filter(fragment -> stretch.contains(fragment.timeMillis()))
            .mapToLong(Fragment::spans)
            .sum();
    return stretch.seconds() < 1 ? 0 : spans / stretch.seconds();
  }
}
