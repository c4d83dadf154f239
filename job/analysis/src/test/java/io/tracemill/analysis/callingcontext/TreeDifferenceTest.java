package io.tracemill.analysis.callingcontext;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.callingcontext.TreeDifference.Change;
import io.tracemill.analysis.callingcontext.TreeDifference.Node;
import io.tracemill.analysis.span.Frame;
import java.util.List;
import org.junit.jupiter.api.Test;

class TreeDifferenceTest {
  private static final PathStep FRONT = PathStep.of(Frame.of("front", "GET /"));
  private static final PathStep DB = PathStep.of(Frame.of("db", "query"));
  private static final PathStep CACHE = PathStep.of(Frame.of("cache", "get"));

  private record Row(int parent, PathStep step, long exclusiveNanos) implements PathNode {}

  private static final List<Row> TEN = List.of(new Row(-1, FRONT, 500), new Row(0, DB, 100));

  @Test
  void treesOfDifferentSizesAreComparedByRequest() {
    List<Row> two = List.of(new Row(-1, FRONT, 100), new Row(0, CACHE, 30), new Row(0, DB, 50));

    TreeDifference difference = TreeDifference.of(10, TEN, 2, two);

    assertThat(difference.nodes())
        .containsExactly(
            new Node(-1, FRONT, false, new Change(50, 50), new Change(60, 90)),
            new Node(0, CACHE, true, new Change(0, 15), new Change(0, 15)),
            new Node(0, DB, false, new Change(10, 25), new Change(10, 25)));
    assertThat(difference.request()).isEqualTo(new Change(60, 90));
    assertThat(difference.path(difference.nodes().get(2))).containsExactly(FRONT, DB);
  }

  @Test
  void aPathWithoutTimeOfItsOwnIsNotAdded() {
    List<Row> before = List.of(new Row(-1, FRONT, 0), new Row(0, DB, 100));
    List<Row> after = List.of(new Row(-1, FRONT, 20), new Row(0, DB, 100), new Row(0, CACHE, 1));

    assertThat(TreeDifference.of(1, before, 1, after).nodes())
        .filteredOn(Node::added)
        .extracting(Node::step)
        .containsExactly(CACHE);
  }

  @Test
  void aPathThatALimitHidesInOneTreeIsNeitherNewNorGone() {
    List<Row> limited = List.of(new Row(-1, FRONT, 50), new Row(0, PathStep.OTHER, 30));
    List<Row> whole = List.of(new Row(-1, FRONT, 50), new Row(0, DB, 10), new Row(1, CACHE, 25));
    Node front = new Node(-1, FRONT, false, new Change(50, 50), new Change(80, 85));

    assertThat(TreeDifference.of(1, limited, 1, whole).nodes())
        .containsExactly(
            front, new Node(0, PathStep.OTHER, false, new Change(30, 35), new Change(30, 35)));
  }

  @Test
  void aChangeHasItsSign() {
    assertThat(new Change(40, 10).deltaNanos()).isEqualTo(-30);
    assertThat(new Change(40, 10).ratio()).hasValue(-0.75);
    assertThat(new Change(0, 10).ratio()).isEmpty();
    assertThat(new Change(40, 10).shareOf(new Change(300, 500))).isEqualTo(-0.1);
  }

  @Test
  void aTreeDoesNotDifferFromItself() {
    TreeDifference difference = TreeDifference.of(10, TEN, 10, TEN);

    assertThat(difference.nodes()).allMatch(node -> node.total().deltaNanos() == 0);
  }

  @Test
  void noRequestsTakeNoTime() {
    assertThat(TreeDifference.of(0, List.of(), 10, TEN).request()).isEqualTo(new Change(0, 60));
    assertThat(TreeDifference.of(10, TEN, 0, List.of()).request()).isEqualTo(new Change(60, 0));
  }
}
