package io.tracemill.analysis.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.quality.Measure;
import io.tracemill.analysis.quality.QualityCounts;
import io.tracemill.analysis.quality.QualityLedger;
import io.tracemill.analysis.quality.QualityScope;
import io.tracemill.analysis.signature.Fold;
import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.trace.AssembledTrace;
import io.tracemill.analysis.trace.RandomTraces;
import io.tracemill.analysis.trace.TraceSpec;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class RequestAnalysisPropertiesTest {
  private static final AnalysisRules RULES =
      new AnalysisRules(
          true, List.of(new EndpointPattern("a", "x")), 40, 3, Fold.LOG2, TraceSpec.ATTRIBUTES);

  /** The possible outcomes of a span; the traces here cause no other rejections. */
  private static final EnumSet<Measure> SPAN_OUTCOMES =
      EnumSet.range(Measure.SPANS_USED, Measure.SPANS_REJECTED_IN_FUTURE);

  private final TraceAnalyzer analyzer = new TraceAnalyzer(RULES);
  private final QualityLedger ledger = new QualityLedger(60_000);

  private RecordingSink analyze(TraceSpec spec, boolean reopened, List<Fragment> fragments) {
    RecordingSink sink = new RecordingSink();
    analyzer.analyze(
        new AssembledTrace(spec.traceId(), 20_000, false, 0, reopened, fragments), ledger, sink);
    return sink;
  }

  private QualityCounts drainJob() {
    QualityCounts counts = new QualityCounts();
    ledger.drain(
        Long.MAX_VALUE,
        delta -> {
          if (delta.scope() instanceof QualityScope.Job) {
            counts.merge(delta.counts());
          }
        });
    return counts;
  }

  @Property
  void arrivalShuffledDuplicatedAndBatchedOtherwiseGivesTheSameAnalyses(
      @ForAll Random random,
      @ForAll @IntRange(min = 1, max = 25) int spans,
      @ForAll boolean dirty,
      @ForAll boolean reopened) {
    TraceSpec spec =
        dirty ? RandomTraces.dirty(random, spans) : RandomTraces.linked(random, spans, 10);
    RecordingSink once = analyze(spec, reopened, List.of(spec.fragment(0)));
    RecordingSink again = analyze(spec, reopened, RandomTraces.redelivered(spec, random));

    assertThat(again.texts()).isEqualTo(once.texts());
    assertThat(again.late()).containsExactlyInAnyOrderElementsOf(once.late());
  }

  @Property
  void theExclusiveTimesOfEveryRequestAddUpToItsDuration(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 25) int spans) {
    TraceSpec spec = RandomTraces.dirty(random, spans);
    analyzer.analyze(spec.assembled(), ledger, new ExclusiveSumCheck());
  }

  @Property
  void theAccountsOfSpansAddUp(
      @ForAll Random random,
      @ForAll @IntRange(min = 1, max = 40) int spans,
      @ForAll boolean reopened) {
    TraceSpec spec = RandomTraces.dirty(random, spans);
    List<Fragment> fragments = RandomTraces.redelivered(spec, random);
    int decoded = fragments.stream().mapToInt(Fragment::spans).sum();
    ledger.job(0).add(Measure.SPANS_DECODED, decoded);
    ledger.job(0).add(Measure.SPANS_OPEN, decoded);
    RecordingSink found = analyze(spec, reopened, fragments);

    QualityCounts counts = drainJob();
    assertThat(counts.get(Measure.SPANS_OPEN)).isZero();
    assertThat(counts.get(Measure.SPANS_LATE)).isEqualTo(found.late().size());
    assertThat(SPAN_OUTCOMES.stream().mapToLong(counts::get).sum()).isEqualTo(decoded);
  }

  /** Fails at the first request whose critical path is not as long as the request. */
  private static final class ExclusiveSumCheck implements AnalysisSink {
    @Override
    public void request(RequestAnalysis request) {
      long sum = 0;
      for (int node = 0; node < request.criticalPath().size(); node++) {
        sum += request.criticalPath().exclusiveNanos(node);
      }
      assertThat(sum).isEqualTo(request.durationNanos());
      assertThat(request.criticalPath().inclusiveNanos(0)).isEqualTo(sum);
    }

    @Override
    public void late(io.tracemill.analysis.quality.LateSpan span) {
      throw new AssertionError("nothing is late in a trace that was not closed: " + span);
    }
  }
}
