package io.tracemill.analysis.request;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.criticalpath.CriticalPath;
import io.tracemill.analysis.quality.Measure;
import io.tracemill.analysis.quality.QualityCounts;
import io.tracemill.analysis.quality.QualityLedger;
import io.tracemill.analysis.quality.QualityScope;
import io.tracemill.analysis.quality.QualityScope.HostPair;
import io.tracemill.analysis.quality.QualityScope.ServicePair;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.span.Vocabulary;
import io.tracemill.analysis.trace.AssembledTrace;
import io.tracemill.analysis.trace.RandomTraces;
import io.tracemill.analysis.trace.RecordedTimes;
import io.tracemill.analysis.trace.TraceSpec;
import io.tracemill.analysis.trace.TraceTree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class PairCorrectionsTest {
  private static final long TIME = 20_000;
  private static final long TOLERANCE = 1_000_000;

  private final QualityLedger ledger = new QualityLedger(60_000);

  private void analyze(AssembledTrace trace) {
    new TraceAnalyzer(AnalysisRules.standard()).analyze(trace, ledger, new RecordingSink());
  }

  @Test
  void shiftsAreCountedByPairOfHosts() {
    TraceSpec spec = trace().root("r", 0, 100).kind(SpanKind.SERVER).host("h1");
    spec.child("r", "a", -10, 50).host("h2").child("a", "b", 0, 10).host("h2");
    analyze(spec.assembled());

    QualityCounts pair = ledger.counts(TIME, new QualityScope.HostPair("h1", "h2"));
    assertThat(pair.get(Measure.CHILDREN_SHIFTED)).isEqualTo(1);
    assertThat(pair.get(Measure.SHIFT_NANOS)).isEqualTo(10);
  }

  @Test
  void shiftsInEveryRequestOfAReopenedTraceAreCounted() {
    TraceSpec spec = trace().orphan("c", 0, 100).as("one").kind(SpanKind.CONSUMER).host("h1");
    spec.child("one", "a", -10, 50).host("h2");
    spec.orphan("c", 50, 150).as("two").kind(SpanKind.CONSUMER).host("h1");
    spec.child("two", "a", 30, 60).host("h2");
    analyze(new AssembledTrace(spec.traceId(), TIME, false, 0, true, spec.fragments(0)));

    QualityCounts pair = ledger.counts(TIME, new QualityScope.HostPair("h1", "h2"));
    assertThat(pair.get(Measure.CHILDREN_SHIFTED)).isEqualTo(2);
    assertThat(pair.get(Measure.SHIFT_NANOS)).isEqualTo(30);
  }

  @Test
  void childrenAreCountedByPairOfServicesWhateverTheirHosts() {
    TraceSpec spec = trace().root("r", 0, 100).child("r", "a", 10, 120).child("r", "a", 20, 30);
    analyze(spec.child("r", "a", 300, 310).child("a", "a", 12, 14).assembled());

    QualityCounts pair = ledger.counts(TIME, new ServicePair("r", "a"));
    assertThat(pair.get(Measure.CHILDREN)).isEqualTo(3);
    assertThat(pair.get(Measure.CHILDREN_CLIPPED)).isEqualTo(2);
    assertThat(pair.get(Measure.CLIPPED_NANOS)).isEqualTo(20 + 10);
    assertThat(ledger.counts(TIME, new ServicePair("a", "a")).get(Measure.CHILDREN)).isEqualTo(1);
  }

  @Test
  void anOverlapIsCountedAtTheSiblingThatStartsFirst() {
    analyze(trace().root("r", 0, 100).child("r", "a", 0, 52).child("r", "b", 50, 100).assembled());

    QualityCounts pair = ledger.counts(TIME, new ServicePair("r", "a"));
    assertThat(pair.get(Measure.CHILDREN_OVERLAPPING)).isEqualTo(1);
    assertThat(pair.get(Measure.OVERLAP_NANOS)).isEqualTo(2);
    assertThat(ledger.counts(TIME, new ServicePair("r", "b")).get(Measure.CHILDREN_OVERLAPPING))
        .isZero();
  }

  @Property
  void figuresAreThoseOfALookAtEveryChildOfEveryTrace(
      @ForAll Random random,
      @ForAll @IntRange(min = 1, max = 120) int spans,
      @ForAll boolean sequential) {
    QualityLedger accounts = new QualityLedger(60_000);
    TraceAnalyzer analyzer = new TraceAnalyzer(AnalysisRules.standard());
    Map<QualityScope, QualityCounts> expected = new HashMap<>();
    for (int i = 0; i < 3; i++) {
      TraceSpec spec =
          sequential
              ? RandomTraces.sequence(random, spans, 700_000)
              : RandomTraces.dirty(random, spans);
      analyzer.analyze(spec.assembled(), accounts, new RecordingSink());
      look(spec, expected);
    }
    Map<QualityScope, QualityCounts> found = new HashMap<>();
    accounts.drain(
        Long.MAX_VALUE,
        delta -> {
          if (delta.scope() instanceof HostPair || delta.scope() instanceof ServicePair) {
            found.merge(delta.scope(), delta.counts(), PairCorrectionsTest::sum);
          }
        });

    assertThat(found).isEqualTo(expected);
  }

  private static QualityCounts sum(QualityCounts some, QualityCounts more) {
    QualityCounts sum = some.copy();
    sum.merge(more);
    return sum;
  }

  private static void look(TraceSpec spec, Map<QualityScope, QualityCounts> counts) {
    AnalyzedTrees analyzed = AnalyzedTrees.of(spec, TOLERANCE);
    TraceTree tree = analyzed.tree();
    if (tree.size() == 0) {
      return;
    }
    for (int span = 1; span < tree.size(); span++) {
      if (!tree.orphan(span) && !tree.async(span)) {
        boolean below = tree.dropped(tree.parent(span));
        long length = RecordedTimes.durationNanos(tree, span);
        long left = tree.dropped(span) ? 0 : tree.endNanos(span) - tree.startNanos(span);
        count(tree, span, Measure.CHILDREN, 1, counts);
        count(tree, span, Measure.CHILDREN_CLIPPED, !below && left < length ? 1 : 0, counts);
        count(tree, span, Measure.CLIPPED_NANOS, below ? 0 : length - left, counts);
        long shift = Math.abs(analyzed.skew().shiftNanos(tree, span));
        count(tree, span, Measure.CHILDREN_SHIFTED, shift > 0 ? 1 : 0, counts);
        count(tree, span, Measure.SHIFT_NANOS, shift, counts);
      }
    }
    for (int root = 0; root < tree.size(); root++) {
      if (root == 0 || tree.opensAsyncRequest(root)) {
        analyzed.skew().correct(tree, root);
        analyzed.path().find(root);
        lookAtPath(tree, analyzed.path(), counts);
      }
    }
  }

  /** The part missing at the end of a span's window belongs to its next sibling. */
  private static void lookAtPath(
      TraceTree tree, CriticalPath path, Map<QualityScope, QualityCounts> counts) {
    for (int place = 1; place < path.spanCount(); place++) {
      int span = path.span(place);
      long end = Math.min(tree.endNanos(span), windowEnd(path, tree.parent(span)));
      long overlap = end - windowEnd(path, span);
      count(tree, span, Measure.CHILDREN_OVERLAPPING, overlap > 0 ? 1 : 0, counts);
      count(tree, span, Measure.OVERLAP_NANOS, overlap, counts);
    }
  }

  private static long windowEnd(CriticalPath path, int span) {
    return path.windowFrom(span) + path.windowNanos(span);
  }

  private static void count(
      TraceTree tree,
      int span,
      Measure measure,
      long more,
      Map<QualityScope, QualityCounts> counts) {
    Vocabulary names = tree.vocabulary();
    int parent = tree.parent(span);
    List<QualityScope> scopes = new ArrayList<>();
    scopes.add(
        new ServicePair(
            names.text(tree.serviceNumber(parent)), names.text(tree.serviceNumber(span))));
    int from = tree.hostNumber(parent);
    int to = tree.hostNumber(span);
    if (from != Vocabulary.UNKNOWN_HOST && to != Vocabulary.UNKNOWN_HOST && from != to) {
      scopes.add(new HostPair(names.text(from), names.text(to)));
    }
    for (QualityScope scope : scopes) {
      counts.computeIfAbsent(scope, added -> new QualityCounts()).add(measure, more);
    }
  }
}
