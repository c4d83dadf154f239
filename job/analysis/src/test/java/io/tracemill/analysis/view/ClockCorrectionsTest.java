package io.tracemill.analysis.view;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.criticalpath.CriticalPath;
import io.tracemill.analysis.request.AnalyzedTrees;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.span.Vocabulary;
import io.tracemill.analysis.trace.RandomTraces;
import io.tracemill.analysis.trace.RecordedTimes;
import io.tracemill.analysis.trace.TraceSpec;
import io.tracemill.analysis.trace.TraceTree;
import io.tracemill.analysis.view.ClockCorrections.Pair;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ClockCorrectionsTest {
  private static final long TOLERANCE = 1_000_000;

  /** In the order of the fields of a pair. */
  private enum Figure {
    CHILDREN,
    SHIFTED,
    SHIFT_NANOS,
    CLIPPED,
    CLIPPED_NANOS,
    OVERLAPPING,
    OVERLAP_NANOS
  }

  private static ClockCorrections of(List<KeptRequest> requests) {
    return ClockCorrections.of(requests, Kept.rules(TOLERANCE));
  }

  private static ClockCorrections of(TraceSpec trace) {
    return of(List.of(Kept.of(trace)));
  }

  @Test
  void shiftsAreCountedByPairOfHosts() {
    TraceSpec spec = trace().root("r", 0, 100).kind(SpanKind.SERVER).host("h1");
    spec.child("r", "a", -10, 50).host("h2").child("a", "b", 0, 10).host("h2");

    Pair pair = of(spec).hosts().get(0);
    assertThat(pair.from() + pair.to()).isEqualTo("h1h2");
    assertThat(pair.shifted().value()).isEqualTo(1);
    assertThat(pair.shiftNanos().max()).isEqualTo(10);
    assertThat(pair.shiftNanos().percentiles().p50().orElseThrow().value()).isEqualTo(10);
  }

  @Test
  void childrenAreCountedByPairOfServicesWhateverTheirHosts() {
    TraceSpec spec = trace().root("r", 0, 100).child("r", "a", 10, 120).child("r", "a", 20, 30);
    ClockCorrections found = of(spec.child("r", "a", 300, 310).child("a", "a", 12, 14));

    assertThat(found.services()).extracting(Pair::from).containsExactly("a", "r");
    Pair pair = found.services().get(1);
    assertThat(pair.children().value()).isEqualTo(3);
    assertThat(pair.clipped().value()).isEqualTo(2);
    assertThat(pair.clippedNanos().value()).isEqualTo(20 + 10);
  }

  @Test
  void anOverlapIsCountedAtTheSiblingThatStartsFirst() {
    Pair pair =
        of(trace().root("r", 0, 100).child("r", "a", 0, 52).child("r", "b", 50, 100))
            .services()
            .get(0);

    assertThat(pair.to()).isEqualTo("a");
    assertThat(pair.overlapping().value()).isEqualTo(1);
    assertThat(pair.overlapNanos().value()).isEqualTo(2);
  }

  @Property
  void figuresAreThoseOfALookAtEveryChildOfEveryTrace(
      @ForAll Random random,
      @ForAll @IntRange(min = 1, max = 120) int spans,
      @ForAll boolean sequential) {
    List<KeptRequest> requests = new ArrayList<>();
    Map<String, long[]> expected = new TreeMap<>();
    for (int i = 0; i < 3; i++) {
      TraceSpec spec =
          sequential
              ? RandomTraces.sequence(random, spans, 700_000)
              : RandomTraces.linked(random, spans, 10);
      requests.addAll(Kept.all(spec));
      look(spec, expected);
    }
    ClockCorrections corrections = of(requests);
    Map<String, long[]> found = new TreeMap<>();
    corrections.services().forEach(pair -> found.put("services " + name(pair), figures(pair)));
    corrections.hosts().forEach(pair -> found.put("hosts " + name(pair), figures(pair)));

    expected.values().removeIf(figures -> Arrays.stream(figures).allMatch(figure -> figure == 0));
    assertThat(found).hasSameSizeAs(expected).containsAllEntriesOf(expected);
  }

  private static String name(Pair pair) {
    return pair.from() + " " + pair.to();
  }

  private static long[] figures(Pair pair) {
    return new long[] {
      pair.children().rounded(),
      pair.shifted().rounded(),
      Math.round(pair.shiftNanos().mean().value() * pair.shiftNanos().count()),
      pair.clipped().rounded(),
      pair.clippedNanos().rounded(),
      pair.overlapping().rounded(),
      pair.overlapNanos().rounded()
    };
  }

  private static void look(TraceSpec spec, Map<String, long[]> counts) {
    AnalyzedTrees analyzed = AnalyzedTrees.of(spec, TOLERANCE);
    TraceTree tree = analyzed.tree();
    for (int root = 0; root < tree.size(); root++) {
      if (root == 0 || tree.opensAsyncRequest(root)) {
        analyzed.skew().correct(tree, root);
        for (int span = root + 1; span < tree.subtreeEnd(root); span++) {
          if (innermost(tree, span) == root) {
            lookAtChild(analyzed, span, counts);
          }
        }
        analyzed.path().find(root);
        lookAtPath(tree, analyzed.path(), counts);
      }
    }
  }

  /** The root of the innermost request that has the span; the span itself if it opens one. */
  private static int innermost(TraceTree tree, int span) {
    int at = span;
    while (at != 0 && !tree.opensAsyncRequest(at)) {
      at = tree.parent(at);
    }
    return at;
  }

  private static void lookAtChild(AnalyzedTrees analyzed, int span, Map<String, long[]> counts) {
    TraceTree tree = analyzed.tree();
    if (!tree.orphan(span) && !tree.async(span)) {
      boolean below = tree.dropped(tree.parent(span));
      long length = RecordedTimes.durationNanos(tree, span);
      long left = tree.dropped(span) ? 0 : tree.endNanos(span) - tree.startNanos(span);
      count(tree, span, Figure.CHILDREN, 1, counts);
      count(tree, span, Figure.CLIPPED, !below && left < length ? 1 : 0, counts);
      count(tree, span, Figure.CLIPPED_NANOS, below ? 0 : length - left, counts);
      long shift = analyzed.skew().shiftNanos(tree, span);
      count(tree, span, Figure.SHIFTED, shift != 0 ? 1 : 0, counts);
      count(tree, span, Figure.SHIFT_NANOS, shift, counts);
    }
  }

  /** The part missing at the end of a span's window belongs to its next sibling. */
  private static void lookAtPath(TraceTree tree, CriticalPath path, Map<String, long[]> counts) {
    for (int place = 1; place < path.spanCount(); place++) {
      int span = path.span(place);
      long end = Math.min(tree.endNanos(span), windowEnd(path, tree.parent(span)));
      long overlap = end - windowEnd(path, span);
      count(tree, span, Figure.OVERLAPPING, overlap > 0 ? 1 : 0, counts);
      count(tree, span, Figure.OVERLAP_NANOS, overlap, counts);
    }
  }

  private static long windowEnd(CriticalPath path, int span) {
    return path.windowFrom(span) + path.windowNanos(span);
  }

  private static void count(
      TraceTree tree, int span, Figure figure, long more, Map<String, long[]> counts) {
    Vocabulary names = tree.vocabulary();
    int parent = tree.parent(span);
    String services =
        names.text(tree.serviceNumber(parent)) + " " + names.text(tree.serviceNumber(span));
    counts.computeIfAbsent("services " + services, added -> new long[7])[figure.ordinal()] += more;
    int from = tree.hostNumber(parent);
    int to = tree.hostNumber(span);
    if (from != Vocabulary.UNKNOWN_HOST && to != Vocabulary.UNKNOWN_HOST && from != to) {
      String hosts = names.text(from) + " " + names.text(to);
      counts.computeIfAbsent("hosts " + hosts, added -> new long[7])[figure.ordinal()] += more;
    }
  }
}
