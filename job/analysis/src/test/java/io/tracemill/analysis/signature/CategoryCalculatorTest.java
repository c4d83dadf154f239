package io.tracemill.analysis.signature;

import static io.tracemill.analysis.signature.Call.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CategoryCalculatorTest {
  private final CategoryCalculator calculator = new CategoryCalculator();

  @Test
  void timesAndTheirOrderAreNotInACategory() {
    assertThat(category(call("a", 0, 100, call("b", 0, 10), call("c", 20, 30))))
        .isEqualTo(category(call("a", 0, 200, call("c", 0, 10), call("b", 5, 9))));
  }

  @Test
  void aCategoryTellsHowOftenAChildIsCalled() {
    assertThat(category(retries(2))).isNotEqualTo(category(retries(1)));
  }

  @Test
  void aCategoryTellsWhereAChildHangs() {
    assertThat(category(call("a", 0, 100, call("b", 0, 50), call("c", 10, 20))))
        .isNotEqualTo(category(call("a", 0, 100, call("b", 0, 50, call("c", 10, 20)))));
  }

  @Test
  void anAsynchronousChildIsMarked() {
    assertThat(category(call("a", 0, 100, call("b", 0, 10).asynchronous())))
        .isNotEqualTo(category(call("a", 0, 100, call("b", 0, 10))));
  }

  @Test
  void anAsynchronousChildIsALeafWhateverArrivedBelowIt() {
    Call late = call("mail", 50, 120).asynchronous();
    Call arrived = call("mail", 50, 120, call("smtp", 60, 70, call("dns", 61, 62))).asynchronous();

    assertThat(category(call("a", 0, 100, late))).isEqualTo(category(call("a", 0, 100, arrived)));
    assertThat(category(call("a", 0, 100, late, late)))
        .isEqualTo(category(call("a", 0, 100, late, arrived)));
  }

  @Test
  void theFirstSpanOfARequestIsNeverMarked() {
    Call consumer = call("a", 0, 100, call("b", 0, 10));
    assertThat(category(consumer.asynchronous())).isEqualTo(category(consumer));
  }

  @Test
  void exactFoldTellsThreeRetriesFromFour() {
    assertThat(category(retries(3), Fold.EXACT)).isNotEqualTo(category(retries(4), Fold.EXACT));
  }

  @Test
  void log2FoldTellsFourRetriesFromFiveButNotFromThree() {
    assertThat(category(retries(4), Fold.LOG2))
        .isEqualTo(category(retries(3), Fold.LOG2))
        .isNotEqualTo(category(retries(5), Fold.LOG2));
  }

  @Test
  void anyFoldTellsOnlyWhetherThereWereRetries() {
    assertThat(category(retries(1), Fold.ANY))
        .isEqualTo(category(retries(100), Fold.ANY))
        .isNotEqualTo(category(retries(0), Fold.ANY));
  }

  @Test
  void aTreeWithoutRepetitionsHasTheSameCategoryWithEveryFold() {
    Call plain = call("a", 0, 99, call("b", 0, 9, call("a", 1, 2)), call("c", 4, 5));
    assertThat(category(plain, Fold.EXACT))
        .isEqualTo(category(plain, Fold.LOG2))
        .isEqualTo(category(plain, Fold.ANY));
  }

  @Test
  void equalCallsAreARunHoweverOthersAreBetweenThem() {
    Call twice = call("a", 0, 99, call("b", 0, 1), call("b", 2, 3), call("c", 4, 5));
    Call parted = call("a", 0, 99, call("b", 0, 1), call("c", 2, 3), call("b", 4, 5));
    assertThat(category(twice)).isEqualTo(category(parted));
  }

  @Test
  void callsOfOneFrameWithDifferentSubtreesAreDifferentRuns() {
    Call hit = call("cache", 0, 1);
    Call miss = call("cache", 2, 3, call("db", 2, 3));
    assertThat(category(call("a", 0, 9, hit, miss), Fold.ANY))
        .isNotEqualTo(category(call("a", 0, 9, hit, hit), Fold.ANY))
        .isNotEqualTo(category(call("a", 0, 9, miss, miss), Fold.ANY));
  }

  @Test
  void anAsynchronousChildIsNoPartOfARun() {
    Call mixed = call("a", 0, 99, call("b", 0, 1), call("b", 2, 3).asynchronous());
    assertThat(category(mixed, Fold.ANY)).isNotEqualTo(category(retries(2), Fold.ANY));
  }

  @Test
  void aNameCannotImitateASeparator() {
    assertThat(category(named("ab", "c"))).isNotEqualTo(category(named("a", "bc")));
    assertThat(category(call("a", 0, 9, call("b),(c", 0, 1))))
        .isNotEqualTo(category(call("a", 0, 9, call("b", 0, 1), call("c", 2, 3))));
  }

  /** A change here is a change of the canonical form: raise {@link Hash128#VERSION}. */
  @Test
  void aFormBelongsToItsVersion() {
    CallTreeSignature pinned =
        category(
            call(
                "shop",
                0,
                100,
                call("cart", 0, 40, call("db", 10, 20), call("db", 20, 30)),
                call("price", 5, 30),
                call("mail", 50, 120).asynchronous()));
    assertThat(Hash128.VERSION).isEqualTo(1);
    assertThat(pinned.hex()).isEqualTo("b7e74f2b27c4ad6c4b5f50507a1f3cdf");
  }

  @Test
  void deepChainsAreHashed() {
    List<Call> calls =
        IntStream.range(0, 100_000).mapToObj(i -> call("a", i, 200_000 - i)).toList();
    assertThat(calculator.category(ArrayCallTree.chain(calls), 0, Fold.LOG2))
        .isNotEqualTo(
            calculator.category(ArrayCallTree.chain(calls.subList(1, calls.size())), 0, Fold.LOG2));
  }

  @Test
  void wideFansAreHashedWhateverTheirLayout() {
    Random random = new Random(7);
    List<Call> children = new ArrayList<>();
    for (int child = 0; child < 100_000; child++) {
      children.add(call(child % 3 == 0 ? "b" : "c", child, child + random.nextInt(20)));
    }
    Call wide = new Call(Frame.of("a", "a"), 0, 1_000, false, children);
    assertThat(calculator.category(ArrayCallTree.shuffled(wide, random), 0, Fold.LOG2))
        .isEqualTo(category(wide));
  }

  @Test
  void aGiantTraceLeavesNothingBehind() {
    Call small = call("a", 0, 100, call("b", 0, 10), call("b", 5, 20), call("c", 20, 30));
    CallTreeSignature before = category(small);
    category(retries(70_000));
    assertThat(category(small)).isEqualTo(before);
  }

  @Test
  void aFormWithoutNodesIsRefused() {
    ArrayCallTree tree = ArrayCallTree.of(retries(1));
    assertThatThrownBy(() -> calculator.form(tree, 0, Fold.LOG2, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0");
  }

  private static Call named(String service, String operation) {
    return new Call(Frame.of(service, operation), 0, 1, false, List.of());
  }

  private static Call retries(int count) {
    List<Call> children =
        IntStream.range(0, count).mapToObj(i -> call("b", 2L * i, 2L * i + 1)).toList();
    return new Call(Frame.of("a", "a"), 0, 2L * count, false, children);
  }

  private CallTreeSignature category(Call call) {
    return category(call, Fold.LOG2);
  }

  private CallTreeSignature category(Call call, Fold fold) {
    return calculator.category(ArrayCallTree.of(call), 0, fold);
  }
}
