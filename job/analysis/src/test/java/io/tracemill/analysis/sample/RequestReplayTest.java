package io.tracemill.analysis.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.criticalpath.CriticalPath;
import io.tracemill.analysis.request.AnalyzedTrees;
import io.tracemill.analysis.trace.RandomTraces;
import io.tracemill.analysis.trace.TraceSpec;
import io.tracemill.analysis.trace.TraceTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class RequestReplayTest {
  private static final long TOLERANCE_NANOS = 3;

  private final RequestReplay replay = new RequestReplay(KeptTraces.rules(TOLERANCE_NANOS));

  @Property
  void aReplayHasTheSameTreeTimesAndCriticalPathAsTheRequest(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 25) int spans) {
    TraceSpec spec = RandomTraces.linked(random, spans, 10);
    AnalyzedTrees analyzed = AnalyzedTrees.of(spec, TOLERANCE_NANOS);
    TraceTree tree = replay.load(KeptTraces.of(analyzed.tree()));

    assertThat(spans(tree)).isEqualTo(spans(analyzed.tree()));
    assertThat(replay.skew().skewNanos()).isEqualTo(analyzed.skew().skewNanos());
    assertThat(replay.skew().clippedNanos()).isEqualTo(analyzed.skew().clippedNanos());
    assertThat(sections(replay.path(0), tree))
        .isEqualTo(sections(analyzed.path(), analyzed.tree()));
  }

  private static List<String> spans(TraceTree tree) {
    List<String> spans = new ArrayList<>();
    for (int span = 0; span < tree.size(); span++) {
      spans.add(
          "%d %x %d %s %s %s %d+%d %d..%d %b %b %b %b"
              .formatted(
                  tree.parent(span),
                  tree.spanId(span),
                  tree.subtreeEnd(span),
                  tree.frame(span),
                  tree.hostNumber(span) == 0 ? "" : tree.vocabulary().text(tree.hostNumber(span)),
                  tree.kind(span),
                  tree.recordedStartNanos(span),
                  tree.recordedNanos(span),
                  tree.startNanos(span),
                  tree.endNanos(span),
                  tree.error(span),
                  tree.blocking(span),
                  tree.orphan(span),
                  tree.dropped(span)));
    }
    return spans;
  }

  private static List<String> sections(CriticalPath path, TraceTree tree) {
    List<String> sections = new ArrayList<>();
    for (int place = 0; place < path.spanCount(); place++) {
      for (int i = path.firstSection(place); i < path.endSection(place); i++) {
        int callee = path.sectionCallee(i);
        sections.add(
            "%d %d..%d %s"
                .formatted(
                    path.span(place),
                    path.sectionFrom(i),
                    path.sectionTo(i),
                    callee == CriticalPath.NO_CALLEE ? "" : tree.vocabulary().text(callee)));
      }
    }
    return sections;
  }
}
