package io.tracemill.cli.query;

import io.tracemill.analysis.cohort.CohortSplit.ByTime;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.comparison.Cohorts;
import io.tracemill.analysis.trace.AssemblyRules;
import io.tracemill.cli.compare.DataTimes;
import io.tracemill.cli.compare.RangeOptions;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.topology.Rules;
import io.tracemill.store.change.PastChange;
import io.tracemill.store.engine.QueryException;
import io.tracemill.store.engine.Store;
import io.tracemill.store.engine.StoreSession;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import picocli.CommandLine.Mixin;

/** The options that select two ranges of a store's time. */
final class PastRanges {
  private static final long AROUND_MILLIS = Duration.ofHours(2).toMillis();

  @Mixin private RangeOptions ranges = new RangeOptions();

  boolean areAbsent() {
    return ranges.areAbsent();
  }

  boolean areOnePair() {
    return ranges.areOnePair();
  }

  /** Resolves the options against the times of the store. */
  ByTime split(Store index, ZoneId zone, TracemillConfig config) {
    Instant end = ranges.needEnd() ? end(index) : Instant.now();
    if (!ranges.areAround()) {
      return ranges.split(zone, end);
    }
    long at = ranges.atMillis(zone, end);
    Period near = new Period(at - AROUND_MILLIS, at + AROUND_MILLIS);
    try (StoreSession session = index.session(near)) {
      DataTimes data =
          new DataTimes(
              "the store has panes", PastChange.stretches(session, near, DataTimes.MAX_GAP_MILLIS));
      AssemblyRules assembly = Rules.assembly(config);
      return data.around(at, assembly.graceMillis(), assembly.quietMillis());
    }
  }

  private static Instant end(Store index) {
    return index
        .end()
        .orElseThrow(() -> new QueryException("the store has no requests; give another"));
  }

  /** A sentence that names the two cohorts. */
  String text(Cohorts cohorts, ZoneId zone) {
    return ranges.text(cohorts, zone);
  }
}
