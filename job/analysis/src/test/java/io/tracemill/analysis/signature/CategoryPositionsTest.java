package io.tracemill.analysis.signature;

import static io.tracemill.analysis.signature.Call.call;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class CategoryPositionsTest {
  private static final int ALL = Integer.MAX_VALUE;

  @Property
  void callsOfARunAndTheCallsBelowThemShareTheirNodes(
      @ForAll("calls") Call call, @ForAll Random random, @ForAll Fold fold) {
    ArrayCallTree tree = ArrayCallTree.shuffled(call, random);
    CategoryPositions positions = new CategoryCalculator().positions(tree, 0, fold, ALL);
    IdentityHashMap<Call, Integer> expected = new IdentityHashMap<>();
    int size = place(List.of(call), new WrittenForms(fold), 0, expected);

    assertThat(positions.size()).isEqualTo(size);
    for (int span = 0; span < tree.size(); span++) {
      assertThat(positions.of(span))
          .isEqualTo(expected.getOrDefault(tree.call(span), CategoryPositions.NONE));
    }
  }

  @Property
  void aPositionIsThatOfTheFormsNode(
      @ForAll("calls") Call call,
      @ForAll Fold fold,
      @ForAll @IntRange(min = 1, max = 20) int maxNodes) {
    CategoryCalculator calculator = new CategoryCalculator();
    ArrayCallTree tree = ArrayCallTree.of(call);
    for (int root = 0; root < tree.size(); root++) {
      CanonicalForm form = calculator.form(tree, root, fold, maxNodes);
      CategoryPositions positions = calculator.positions(tree, root, fold, maxNodes);
      CategoryPositions whole = calculator.positions(tree, root, fold, ALL);

      assertThat(positions.size()).isEqualTo(form.nodes().size());
      for (int span = root; span < tree.subtreeEnd(root); span++) {
        boolean cut =
            whole.of(span) == CategoryPositions.NONE || whole.of(span) >= form.nodes().size();
        assertThat(positions.of(span)).isEqualTo(cut ? CategoryPositions.NONE : whole.of(span));
        if (!cut) {
          assertThat(form.nodes().get(positions.of(span)).frame()).isEqualTo(tree.frame(span));
        }
      }
    }
  }

  @Test
  void aChainOfAHundredThousandCallsHasPositions() {
    List<Call> chain =
        IntStream.range(0, 100_000).mapToObj(i -> call("a", i, 200_000 - i)).toList();
    CategoryPositions positions =
        new CategoryCalculator().positions(ArrayCallTree.chain(chain), 0, Fold.LOG2, 1_000);

    assertThat(positions.size()).isEqualTo(1_000);
    assertThat(positions.of(999)).isEqualTo(999);
    assertThat(positions.of(1_000)).isEqualTo(CategoryPositions.NONE);
  }

  @Provide
  Arbitrary<Call> calls() {
    return RandomCalls.calls();
  }

  /**
   * Gives the calls of one node a position, and the nodes below the next ones. Calls below an
   * asynchronous call have none.
   */
  private static int place(
      List<Call> node, WrittenForms forms, int position, IdentityHashMap<Call, Integer> positions) {
    node.forEach(call -> positions.put(call, position));
    List<List<Call>> below = new ArrayList<>();
    boolean leaf = position > 0 && node.get(0).async();
    for (Call call : leaf ? List.<Call>of() : node) {
      List<List<Call>> runs = forms.runs(call);
      for (int i = 0; i < runs.size(); i++) {
        if (i == below.size()) {
          below.add(new ArrayList<>());
        }
        below.get(i).addAll(runs.get(i));
      }
    }
    int next = position + 1;
    for (List<Call> child : below) {
      next = place(child, forms, next, positions);
    }
    return next;
  }
}
