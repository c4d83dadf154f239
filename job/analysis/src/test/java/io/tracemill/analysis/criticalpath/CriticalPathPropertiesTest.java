package io.tracemill.analysis.criticalpath;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.criticalpath.RecursiveCriticalPath.Section;
import io.tracemill.analysis.request.AnalyzedTrees;
import io.tracemill.analysis.trace.RandomTraces;
import io.tracemill.analysis.trace.TraceSpec;
import io.tracemill.analysis.trace.TraceTree;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class CriticalPathPropertiesTest {
  private static List<Section> sections(AnalyzedTrees analyzed) {
    CriticalPath path = analyzed.path();
    List<Section> sections = new ArrayList<>();
    for (int place = 0; place < path.spanCount(); place++) {
      for (int i = path.firstSection(place); i < path.endSection(place); i++) {
        sections.add(
            new Section(
                path.span(place), path.sectionFrom(i), path.sectionTo(i), path.sectionCallee(i)));
      }
    }
    sections.sort(Comparator.comparingLong(Section::from));
    return sections;
  }

  private static void checkAgainstOracle(TraceSpec spec, long tolerance) {
    AnalyzedTrees analyzed = AnalyzedTrees.of(spec, tolerance);

    assertThat(sections(analyzed))
        .isEqualTo(new RecursiveCriticalPath(analyzed.tree(), tolerance).of(0));
  }

  private static void checkTiling(AnalyzedTrees analyzed, int root) {
    TraceTree tree = analyzed.tree();
    long cursor = tree.startNanos(root);
    for (Section section : sections(analyzed)) {
      assertThat(section.from()).isEqualTo(cursor);
      assertThat(section.to()).isGreaterThan(cursor);
      cursor = section.to();
    }
    assertThat(cursor).isEqualTo(tree.endNanos(root));
  }

  @Property
  void agreesWithTheRuleWordByWord(
      @ForAll Random random,
      @ForAll @IntRange(min = 1, max = 14) int spans,
      @ForAll @IntRange(max = 6) int tolerance) {
    checkAgainstOracle(RandomTraces.linked(random, spans, 1), tolerance);
  }

  @Property(tries = 5000)
  void agreesWithTheRuleForChildrenThatOverlapALittle(
      @ForAll Random random,
      @ForAll @IntRange(min = 2, max = 10) int spans,
      @ForAll @IntRange(max = 6) int tolerance) {
    checkAgainstOracle(RandomTraces.sequence(random, spans, 5), tolerance);
  }

  @Property
  void sectionsTileTheRequest(
      @ForAll Random random,
      @ForAll @IntRange(min = 1, max = 60) int spans,
      @ForAll @IntRange(max = 3_000_000) int tolerance) {
    checkTiling(AnalyzedTrees.of(RandomTraces.linked(random, spans, 700_000), tolerance), 0);
    checkTiling(AnalyzedTrees.of(RandomTraces.sequence(random, spans, 700_000), tolerance), 0);

    TraceSpec dirty = RandomTraces.dirty(random, spans).root("r", 0, 500).id(77);
    checkTiling(AnalyzedTrees.of(dirty, tolerance), 0);
  }

  @Property
  void sectionsTileEveryRequestBelow(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 30) int spans) {
    AnalyzedTrees analyzed = AnalyzedTrees.of(RandomTraces.linked(random, spans, 700_000), 1);
    for (int span = 0; span < analyzed.tree().size(); span++) {
      analyzed.skew().correct(analyzed.tree(), span);
      analyzed.path().find(span);
      checkTiling(analyzed, span);
    }
  }

  @Property
  void onlySpansThatAreWaitedForAreOnThePath(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 40) int spans) {
    AnalyzedTrees analyzed = AnalyzedTrees.of(RandomTraces.linked(random, spans, 10), 1);

    for (int place = 1; place < analyzed.path().spanCount(); place++) {
      int span = analyzed.path().span(place);
      assertThat(analyzed.tree().blocking(span)).isTrue();
      assertThat(span).isGreaterThan(analyzed.path().span(place - 1));
    }
  }
}
