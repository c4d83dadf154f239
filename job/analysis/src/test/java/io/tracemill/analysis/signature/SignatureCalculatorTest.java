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

class SignatureCalculatorTest {
  private static final long TOLERANCE = 5;

  @Test
  void structureIgnoresTime() {
    assertThat(structure(call("a", 0, 100, call("b", 0, 10), call("c", 20, 30))))
        .isEqualTo(structure(call("a", 0, 200, call("c", 0, 10), call("b", 5, 9))));
  }

  @Test
  void structureCountsChildren() {
    assertThat(structure(call("a", 0, 100, call("b", 0, 10), call("b", 20, 30))))
        .isNotEqualTo(structure(call("a", 0, 100, call("b", 0, 10))));
  }

  @Test
  void structureTellsWhereAChildHangs() {
    assertThat(structure(call("a", 0, 100, call("b", 0, 50), call("c", 10, 20))))
        .isNotEqualTo(structure(call("a", 0, 100, call("b", 0, 50, call("c", 10, 20)))));
  }

  @Test
  void asynchronousChildrenAreMarkedInEachForm() {
    Signatures waited = signatures(call("a", 0, 100, call("b", 0, 10)));
    Signatures marked = signatures(call("a", 0, 100, call("b", 0, 10).asynchronous()));
    assertThat(marked.structure()).isNotEqualTo(waited.structure());
    assertThat(marked.flow()).isNotEqualTo(waited.flow());
    assertThat(marked.order()).isNotEqualTo(waited.order());
  }

  @Test
  void firstSpanOfARequestIsNeverMarked() {
    Call consumer = call("a", 0, 100, call("b", 0, 10));
    assertThat(signatures(consumer.asynchronous())).isEqualTo(signatures(consumer));
  }

  @Test
  void flowTellsWhichCallCameFirst() {
    assertThat(flow(call("a", 0, 100, call("b", 0, 10), call("c", 20, 30))))
        .isNotEqualTo(flow(call("a", 0, 100, call("c", 0, 10), call("b", 20, 30))));
  }

  @Test
  void concurrentCallsAreOneFlowWhicheverStartsFirst() {
    assertThat(flow(call("a", 0, 100, call("b", 0, 40), call("c", 1, 30))))
        .isEqualTo(flow(call("a", 0, 100, call("c", 0, 40), call("b", 1, 30))));
  }

  @Test
  void concurrencyIsTransitive() {
    assertThat(flow(call("a", 0, 100, call("d", 0, 40), call("c", 30, 60), call("b", 50, 80))))
        .isEqualTo(flow(call("a", 0, 100, call("b", 0, 40), call("c", 30, 60), call("d", 50, 80))));
  }

  @Test
  void overlapUpToTheToleranceIsASequence() {
    Call sequence = call("a", 0, 100, call("c", 0, 20), call("b", 30, 60));
    assertThat(flow(call("a", 0, 100, call("c", 0, 20 + TOLERANCE), call("b", 20, 60))))
        .isEqualTo(flow(sequence));
    assertThat(flow(call("a", 0, 100, call("c", 0, 21 + TOLERANCE), call("b", 20, 60))))
        .isNotEqualTo(flow(sequence));
  }

  @Test
  void shortCallWithinConcurrentOnesComesAfterThem() {
    assertThat(flow(call("a", 0, 100, call("b", 0, 50), call("c", 10, 12), call("d", 30, 60))))
        .isEqualTo(flow(call("a", 0, 100, call("b", 0, 1), call("d", 2, 3), call("c", 4, 5))));
  }

  @Test
  void exactFoldTellsThreeRetriesFromFour() {
    assertThat(flow(retries(3), Fold.EXACT)).isNotEqualTo(flow(retries(4), Fold.EXACT));
  }

  @Test
  void log2FoldTellsFourRetriesFromFiveButNotFromThree() {
    assertThat(flow(retries(4), Fold.LOG2))
        .isEqualTo(flow(retries(3), Fold.LOG2))
        .isNotEqualTo(flow(retries(5), Fold.LOG2));
  }

  @Test
  void anyFoldTellsOnlyWhetherThereWereRetries() {
    assertThat(flow(retries(1), Fold.ANY))
        .isEqualTo(flow(retries(100), Fold.ANY))
        .isNotEqualTo(flow(retries(0), Fold.ANY));
  }

  @Test
  void foldLeavesStructureAndOrderExact() {
    Signatures three = signatures(retries(3), Fold.ANY);
    Signatures four = signatures(retries(4), Fold.ANY);
    assertThat(three.structure()).isNotEqualTo(four.structure());
    assertThat(three.order()).isNotEqualTo(four.order());
  }

  @Test
  void alternatingCallsAreNoRun() {
    Call twice = call("a", 0, 99, call("b", 0, 1), call("b", 2, 3), call("c", 4, 5));
    Call parted = call("a", 0, 99, call("b", 0, 1), call("c", 2, 3), call("b", 4, 5));
    assertThat(flow(twice, Fold.ANY)).isNotEqualTo(flow(parted, Fold.ANY));
  }

  @Test
  void asynchronousChildEndsARun() {
    Call mixed = call("a", 0, 99, call("b", 0, 1), call("b", 2, 3).asynchronous());
    assertThat(flow(mixed, Fold.ANY)).isNotEqualTo(flow(retries(2), Fold.ANY));
  }

  @Test
  void orderTellsWhichConcurrentCallEndedFirst() {
    Call nested = call("a", 0, 100, call("b", 0, 40), call("c", 10, 30));
    Call staggered = call("a", 0, 100, call("b", 0, 40), call("c", 10, 50));
    assertThat(signatures(nested).flow()).isEqualTo(signatures(staggered).flow());
    assertThat(order(nested)).isNotEqualTo(order(staggered));
  }

  @Test
  void orderTellsEqualCallsApartByTheirBegins() {
    assertThat(order(call("a", 0, 100, call("b", 0, 40), call("b", 10, 30))))
        .isNotEqualTo(order(call("a", 0, 100, call("b", 0, 40), call("b", 10, 50))));
  }

  @Test
  void callsThatTouchAreInSequence() {
    assertThat(order(call("a", 0, 100, call("c", 0, 20), call("b", 20, 40))))
        .isEqualTo(order(call("a", 0, 100, call("c", 0, 20), call("b", 30, 40))));
  }

  @Test
  void callOfZeroLengthStandsBetweenTheEndAndTheBeginAtItsTime() {
    assertThat(order(call("a", 0, 90, call("b", 0, 20), call("c", 20, 20), call("d", 20, 40))))
        .isEqualTo(order(call("a", 0, 90, call("b", 0, 10), call("c", 20, 25), call("d", 30, 40))));
  }

  @Test
  void nameCannotImitateASeparator() {
    assertThat(signatures(named("ab", "c"))).isNotEqualTo(signatures(named("a", "bc")));
    assertThat(structure(call("a", 0, 9, call("b),(c", 0, 1))))
        .isNotEqualTo(structure(call("a", 0, 9, call("b", 0, 1), call("c", 2, 3))));
  }

  /** A change here is a change of the canonical form: raise {@link Hash128#VERSION}. */
  @Test
  void formsBelongToTheirVersion() {
    Signatures pinned =
        signatures(
            call(
                "shop",
                0,
                100,
                call("cart", 0, 40, call("db", 10, 20), call("db", 20, 30)),
                call("price", 5, 30),
                call("mail", 50, 120).asynchronous()));
    assertThat(Hash128.VERSION).isEqualTo(1);
    assertThat(pinned.structure().hex()).isEqualTo("106bb4ab420539c0a117fd281794bb3a");
    assertThat(pinned.flow().hex()).isEqualTo("645e954d0c53490665b3b3153b155e13");
    assertThat(pinned.order().hex()).isEqualTo("d8a0f3620429457e3afe1e8218b2a20f");
  }

  @Test
  void deepChainsAreHashed() {
    List<Call> calls =
        IntStream.range(0, 100_000).mapToObj(i -> call("a", i, 200_000 - i)).toList();
    SignatureCalculator calculator = new SignatureCalculator(Fold.LOG2, TOLERANCE);
    Signatures all = calculator.of(ArrayCallTree.chain(calls), 0);
    Signatures one = calculator.of(ArrayCallTree.chain(calls.subList(1, calls.size())), 0);
    assertThat(all).isNotEqualTo(one);
  }

  @Test
  void wideFansAreHashedWhateverTheirLayout() {
    Random random = new Random(7);
    List<Call> children = new ArrayList<>();
    for (int child = 0; child < 100_000; child++) {
      long start = random.nextInt(1_000);
      children.add(call(child % 3 == 0 ? "b" : "c", start, start + random.nextInt(20)));
    }
    Call wide = new Call(Frame.of("a", "a"), 0, 1_000, false, children);
    SignatureCalculator calculator = new SignatureCalculator(Fold.LOG2, TOLERANCE);
    assertThat(calculator.of(ArrayCallTree.shuffled(wide, random), 0))
        .isEqualTo(calculator.of(ArrayCallTree.of(wide), 0));
  }

  @Test
  void giantTraceLeavesNothingBehind() {
    SignatureCalculator calculator = new SignatureCalculator(Fold.LOG2, TOLERANCE);
    Call small = call("a", 0, 100, call("b", 0, 10), call("b", 5, 20), call("c", 20, 30));
    Signatures before = calculator.of(ArrayCallTree.of(small), 0);
    calculator.of(ArrayCallTree.of(retries(70_000)), 0);
    assertThat(calculator.of(ArrayCallTree.of(small), 0)).isEqualTo(before);
  }

  @Test
  void negativeToleranceIsRefused() {
    assertThatThrownBy(() -> new SignatureCalculator(Fold.LOG2, -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1");
  }

  private static Call named(String service, String operation) {
    return new Call(Frame.of(service, operation), 0, 1, false, List.of());
  }

  private static Call retries(int count) {
    List<Call> children =
        IntStream.range(0, count).mapToObj(i -> call("b", 2L * i, 2L * i + 1)).toList();
    return new Call(Frame.of("a", "a"), 0, 2L * count, false, children);
  }

  private static CallTreeSignature structure(Call call) {
    return signatures(call).structure();
  }

  private static CallTreeSignature flow(Call call) {
    return flow(call, Fold.LOG2);
  }

  private static CallTreeSignature flow(Call call, Fold fold) {
    return signatures(call, fold).flow();
  }

  private static CallTreeSignature order(Call call) {
    return signatures(call).order();
  }

  private static Signatures signatures(Call call) {
    return signatures(call, Fold.LOG2);
  }

  private static Signatures signatures(Call call, Fold fold) {
    return new SignatureCalculator(fold, TOLERANCE).of(ArrayCallTree.of(call), 0);
  }
}
