package io.tracemill.analysis.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.trace.RandomTraces;
import io.tracemill.analysis.trace.TraceSpec;
import io.tracemill.analysis.trace.TraceSpec.SpanSpec;
import io.tracemill.analysis.trace.TraceTree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ShapeHashTest {
  private final ShapeHash hash = new ShapeHash();

  private ShapeHash.Value hash(TraceSpec spec) {
    return hash.of(AnalyzedTrees.of(spec, 0).tree(), 0);
  }

  @Property
  void hashesAreEqualIfAndOnlyIfTheWrittenShapesAre(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 12) int spans) {
    TraceSpec spec = RandomTraces.linked(random, spans, 10);
    Map<String, ShapeHash.Value> byText = new HashMap<>();
    for (int variant = 0; variant < 8; variant++) {
      TraceTree tree = AnalyzedTrees.of(spec.shuffled(random), 0).tree();
      for (int span = 0; span < tree.size(); span++) {
        ShapeHash.Value found = hash.of(tree, span);
        assertThat(byText.merge(written(tree, span), found, (known, same) -> known))
            .isEqualTo(found);
      }
      change(spec.spans().get(random.nextInt(spans)), random);
    }
    assertThat(byText.values()).doesNotHaveDuplicates();
  }

  /** At most one change, most of which change the shape. */
  private static void change(SpanSpec span, Random random) {
    switch (random.nextInt(6)) {
      case 0 -> span.operation = "z";
      case 1 -> span.kind = SpanKind.CLIENT;
      case 2 -> span.kind = SpanKind.SERVER;
      case 3 -> span.async = !span.async;
      case 4 -> span.parentId = span.parentId == 0 ? 0 : 0xDEAD;
      default -> span.end += 5;
    }
  }

  /** The calls of the request at {@code root} as text, children as a sorted multiset. */
  private static String written(TraceTree tree, int root) {
    return tree.frame(root) + (tree.kind(root).callsOut() ? " out" : "") + below(tree, root);
  }

  private static String below(TraceTree tree, int span) {
    List<String> children = new ArrayList<>();
    for (int at = span + 1; at < tree.subtreeEnd(span); at = tree.subtreeEnd(at)) {
      children.add((tree.async(at) ? "~" : "") + (tree.orphan(at) ? "?" : "") + written(tree, at));
    }
    return children.stream().sorted().collect(Collectors.joining(", ", "(", ")"));
  }

  @Property
  void timesHostsAttributesAndErrorsNeverMatter(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 20) int spans) {
    TraceSpec spec = RandomTraces.linked(random, spans, 10);
    ShapeHash.Value before = hash(spec);
    for (SpanSpec span : spec.spans()) {
      span.start += random.nextInt(50);
      span.end = span.start + random.nextInt(50);
      span.error = random.nextBoolean();
      span.host = "h" + random.nextInt(3);
      span.attributes.put("region", "r" + random.nextInt(3));
    }

    assertThat(hash(spec)).isEqualTo(before);
  }

  @Test
  void aSpanBelowAnotherIsNotASpanBesideIt() {
    TraceSpec beside =
        TraceSpec.trace().root("a", 0, 9).child("a", "b", 1, 2).child("a", "c", 3, 4);
    TraceSpec below = TraceSpec.trace().root("a", 0, 9).child("a", "b", 1, 4).child("b", "c", 3, 4);

    assertThat(hash(beside)).isNotEqualTo(hash(below));
  }

  @Test
  void repetitionsAreCountedExactly() {
    TraceSpec spec = TraceSpec.trace().root("a", 0, 100);
    List<ShapeHash.Value> hashes = new ArrayList<>();
    for (int call = 0; call < 50; call++) {
      hashes.add(hash(spec));
      spec.child("a", "b", call, call + 1);
    }

    assertThat(hashes).doesNotHaveDuplicates();
  }

  @Test
  void theFirstSpanIsNotMarkedAsAsynchronous() {
    TraceSpec root = TraceSpec.trace().root("p", 0, 9).child("p", "a", 1, 2).child("a", "b", 1, 2);
    ShapeHash.Value waited = hash.of(AnalyzedTrees.of(root, 0).tree(), 1);
    root.spans().get(1).async = true;

    assertThat(hash.of(AnalyzedTrees.of(root, 0).tree(), 1)).isEqualTo(waited);
  }

  @Test
  void aGiantTraceLeavesNothingBehind() {
    TraceSpec small = TraceSpec.trace().root("a", 0, 9).child("a", "b", 1, 2);
    ShapeHash.Value before = hash(small);
    TraceSpec giant = TraceSpec.trace().root("a", 0, 300_000);
    for (int i = 1; i < 70_000; i++) {
      giant.root("b", i, i + 1).parentId(1);
    }
    hash(giant);

    assertThat(hash(small)).isEqualTo(before);
  }
}
