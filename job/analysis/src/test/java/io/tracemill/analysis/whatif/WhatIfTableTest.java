package io.tracemill.analysis.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.analysis.profile.SlidingWindow;
import io.tracemill.analysis.quality.LateSpan;
import io.tracemill.analysis.quality.QualityLedger;
import io.tracemill.analysis.request.AnalysisRules;
import io.tracemill.analysis.request.AnalysisSink;
import io.tracemill.analysis.request.TraceAnalyzer;
import io.tracemill.analysis.trace.TraceSpec;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;

class WhatIfTableTest {
  /** Takes requests alone. */
  private interface Requests extends AnalysisSink {
    @Override
    default void late(LateSpan span) {}
  }

  /** Requests of all categories together, as a window has them. */
  static EndpointAccumulator requests(int count, LongFunction<TraceSpec> specs) {
    ProfileLimits limits = new ProfileLimits(1_000, 100, 100, 16);
    EndpointAccumulator pane = new EndpointAccumulator(limits);
    TraceAnalyzer analyzer = new TraceAnalyzer(AnalysisRules.standard());
    for (long number = 1; number <= count; number++) {
      analyzer.analyze(
          specs.apply(number).assembled(), new QualityLedger(60_000), (Requests) pane::add);
    }
    SlidingWindow window = new SlidingWindow(60_000, limits);
    window.add(0, pane);
    return window.requests(60_000);
  }

  /** Each in a stratum of its own. */
  private static TraceSpec shop(long number) {
    long millis = 1_000_000L << (number % 10);
    return TraceSpec.trace(number).root("shop", 0, 10 * millis).child("shop", "db", 0, 9 * millis);
  }

  @Test
  void tooFewRequestsHaveNoTable() {
    assertThat(WhatIfTable.of(requests(19, WhatIfTableTest::shop), 0)).isEmpty();
    assertThat(WhatIfTable.of(requests(20, WhatIfTableTest::shop), 0)).isPresent();
  }

  @Test
  void whatSavesMostComesFirstAndPercentilesAreOfAllRequests() {
    WhatIfTable table = WhatIfTable.of(requests(1_000, WhatIfTableTest::shop), 0).orElseThrow();

    assertThat(table.requests()).isEqualTo(1_000);
    assertThat(table.sampled()).isLessThanOrEqualTo(200);
    assertThat(table.before().meanNanos()).isEqualTo(1_023_000_000);
    WhatIfTable.Row first = table.changes().get(0);
    assertThat(first.outcome().change().place())
        .isInstanceOfSatisfying(
            Place.Operation.class, db -> assertThat(db.service()).isEqualTo("db"));
    assertThat(first.outcome().saved().p99Nanos()).isEqualTo(460_800_000);
    assertThat(first.margin()).isPresent();
  }
}
