package io.tracemill.analysis.signature;

import static io.tracemill.analysis.signature.Call.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.analysis.signature.CanonicalForm.Node;
import io.tracemill.analysis.span.Frame;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class CanonicalFormTest {
  private static final int ALL = Integer.MAX_VALUE;

  @Property
  void formsAreEqualIfAndOnlyIfTheCategoriesAre(
      @ForAll("calls") Call call, @ForAll Random random, @ForAll Fold fold) {
    CategoryCalculator calculator = new CategoryCalculator();
    List<ArrayCallTree> trees =
        RandomCalls.variants(call, random).stream()
            .map(variant -> ArrayCallTree.shuffled(variant, random))
            .toList();
    for (ArrayCallTree one : trees) {
      for (ArrayCallTree other : trees) {
        boolean equal =
            calculator.category(one, 0, fold).equals(calculator.category(other, 0, fold));
        assertThat(calculator.form(one, 0, fold, ALL).equals(calculator.form(other, 0, fold, ALL)))
            .isEqualTo(equal);
      }
    }
  }

  @Property
  void aFormHashesToItsCategory(@ForAll("calls") Call call, @ForAll Fold fold) {
    CategoryCalculator calculator = new CategoryCalculator();
    ArrayCallTree tree = ArrayCallTree.of(call);
    for (int root = 0; root < tree.size(); root++) {
      assertThat(hash(calculator.form(tree, root, fold, ALL).nodes(), 0))
          .isEqualTo(calculator.category(tree, root, fold));
    }
  }

  @Property
  void aTruncatedFormIsTheBeginningOfTheWhole(
      @ForAll("calls") Call call, @ForAll @IntRange(min = 1, max = 20) int maxNodes) {
    CanonicalForm whole = form(call, ALL);
    CanonicalForm cut = form(call, maxNodes);

    int size = Math.min(maxNodes, whole.nodes().size());
    assertThat(cut.nodes()).isEqualTo(whole.nodes().subList(0, size));
    assertThat(cut.truncated()).isEqualTo(size < whole.nodes().size());
    assertThat(whole.truncated()).isFalse();
  }

  @Property
  void ofTwoCutFormsTheFullerOneShowsMore(
      @ForAll("calls") Call call,
      @ForAll @IntRange(min = 1, max = 20) int maxNodes,
      @ForAll @IntRange(min = 1, max = 20) int otherMaxNodes) {
    CanonicalForm fullest = form(call, Math.max(maxNodes, otherMaxNodes));
    CanonicalForm one = form(call, maxNodes);
    CanonicalForm other = form(call, otherMaxNodes);

    assertThat(one.fuller(other)).isEqualTo(fullest);
    assertThat(other.fuller(one)).isEqualTo(fullest);
  }

  @Test
  void aFormShowsWhatWasCalledByName() {
    assertThat(form(shop(), ALL))
        .isEqualTo(
            new CanonicalForm(
                List.of(
                    node(0, "shop", 1),
                    node(1, "cart", 1),
                    node(2, "db", 3),
                    new Node(1, Frame.of("mail", "mail"), true, 1),
                    node(1, "price", 1)),
                false));
  }

  @Test
  void theFirstSpanOfARequestIsNotMarked() {
    assertThat(form(shop().asynchronous(), ALL)).isEqualTo(form(shop(), ALL));
  }

  @Test
  void deepChainsAndWideFansAreCut() {
    List<Call> chain =
        IntStream.range(0, 100_000).mapToObj(i -> call("a", i, 200_000 - i)).toList();
    Call[] fan =
        IntStream.range(0, 100_000)
            .mapToObj(i -> call("a" + i, 2L * i, 2L * i + 1))
            .toArray(Call[]::new);

    CanonicalForm deep =
        new CategoryCalculator().form(ArrayCallTree.chain(chain), 0, Fold.LOG2, 1000);
    CanonicalForm wide = form(call("a", 0, 200_000, fan), 1000);

    assertThat(deep.nodes()).hasSize(1000).last().extracting(Node::depth).isEqualTo(999);
    assertThat(wide.nodes()).hasSize(1000).last().extracting(Node::depth).isEqualTo(1);
    assertThat(deep.truncated()).isTrue();
    assertThat(wide.truncated()).isTrue();
  }

  @Test
  void nodesThatAreNoTreeAreRefused() {
    assertThatThrownBy(() -> new CanonicalForm(List.of(), false))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new CanonicalForm(List.of(node(0, "a", 1), node(0, "b", 1)), false))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new CanonicalForm(List.of(node(0, "a", 1), node(2, "b", 1)), false))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Provide
  Arbitrary<Call> calls() {
    return RandomCalls.calls();
  }

  private static Call shop() {
    return call(
        "shop",
        0,
        100,
        call("price", 50, 60),
        call(
            "cart",
            0,
            40,
            call("db", 10, 12),
            call("db", 20, 30),
            call("db", 30, 35),
            call("db", 36, 37)),
        call("mail", 70, 120, call("smtp", 80, 90)).asynchronous());
  }

  private static Node node(int depth, String name, int run) {
    return new Node(depth, Frame.of(name, name), false, run);
  }

  private static CanonicalForm form(Call call, int maxNodes) {
    return new CategoryCalculator().form(ArrayCallTree.of(call), 0, Fold.LOG2, maxNodes);
  }

  /** The hash of a node of the form, without a look at the tree that it came from. */
  private static CallTreeSignature hash(List<Node> nodes, int at) {
    Hash128 hash = new Hash128();
    hash.begin(1, nodes.get(at).frame());
    int runs = 0;
    for (int i = at + 1; i < nodes.size() && nodes.get(i).depth() > nodes.get(at).depth(); i++) {
      Node node = nodes.get(i);
      if (node.depth() == nodes.get(at).depth() + 1) {
        CallTreeSignature child = hash(nodes, i);
        hash.add(child.high(), child.low());
        hash.add(node.run(), node.async() ? 1 : 0);
        runs++;
      }
    }
    if (!nodes.get(at).async()) {
      hash.add(runs, 0);
    }
    hash.finish();
    return new CallTreeSignature(hash.high(), hash.low());
  }
}
