package io.tracemill.analysis.signature;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.statistics.Statistics;

/** Signatures are equal if and only if the forms written out in {@link WrittenForms} are. */
class CanonicalFormTest {
  private static final List<Frame> FRAMES =
      List.of(Frame.of("a", "x"), Frame.of("a", "y"), Frame.of("b", "x"));
  private static final int VARIANTS = 8;

  @Property
  void structuresAreEqualIfTheirFormsAre(
      @ForAll("calls") Call call, @ForAll Random random, @ForAll Fold fold) {
    WrittenForms forms = new WrittenForms(fold, 0);
    check(variants(call, random), random, fold, 0, Signatures::structure, forms::structure);
  }

  @Property
  void flowsAreEqualIfTheirFormsAre(
      @ForAll("calls") Call call,
      @ForAll Random random,
      @ForAll Fold fold,
      @ForAll @IntRange(max = 2) int tolerance) {
    WrittenForms forms = new WrittenForms(fold, tolerance);
    check(variants(call, random), random, fold, tolerance, Signatures::flow, forms::flow);
  }

  @Property
  void ordersAreEqualIfTheirFormsAre(@ForAll("calls") Call call, @ForAll Random random) {
    WrittenForms forms = new WrittenForms(Fold.LOG2, 1);
    check(variants(call, random), random, Fold.LOG2, 1, Signatures::order, forms::order);
  }

  @Property
  void layoutOfSiblingsNeverMatters(
      @ForAll("calls") Call call, @ForAll Random random, @ForAll Fold fold) {
    SignatureCalculator calculator = new SignatureCalculator(fold, 1);
    assertThat(calculator.of(ArrayCallTree.shuffled(call, random), 0))
        .isEqualTo(calculator.of(ArrayCallTree.of(call), 0));
  }

  @Property
  void subtreeHasTheSignaturesOfTheRequestItWouldBe(@ForAll("calls") Call call, @ForAll Fold fold) {
    SignatureCalculator calculator = new SignatureCalculator(fold, 1);
    ArrayCallTree tree = ArrayCallTree.of(call);
    for (int span = 0; span < tree.size(); span++) {
      assertThat(calculator.of(tree, span))
          .isEqualTo(calculator.of(ArrayCallTree.of(tree.call(span)), 0));
    }
  }

  private static void check(
      List<Call> calls,
      Random random,
      Fold fold,
      long tolerance,
      Function<Signatures, CallTreeSignature> part,
      Function<Call, String> form) {
    SignatureCalculator calculator = new SignatureCalculator(fold, tolerance);
    List<String> forms = calls.stream().map(form).toList();
    List<CallTreeSignature> hashes =
        calls.stream()
            .map(call -> part.apply(calculator.of(ArrayCallTree.shuffled(call, random), 0)))
            .toList();
    for (int one = 0; one < calls.size(); one++) {
      for (int other = 0; other < one; other++) {
        boolean equal = forms.get(one).equals(forms.get(other));
        assertThat(hashes.get(one).equals(hashes.get(other)))
            .as("%s%n%s", forms.get(one), forms.get(other))
            .isEqualTo(equal);
        Statistics.collect(equal);
      }
    }
    Statistics.coverage(
        coverage -> {
          coverage.check(true).percentage(share -> share > 3);
          coverage.check(false).percentage(share -> share > 3);
        });
  }

  /** The call, and others that differ from it little or not at all. */
  private static List<Call> variants(Call call, Random random) {
    List<Call> variants = new ArrayList<>(List.of(call));
    while (variants.size() < VARIANTS) {
      variants.add(changed(call, random));
    }
    return variants;
  }

  private static Call changed(Call call, Random random) {
    List<Call> children = call.children().stream().map(child -> changed(child, random)).toList();
    boolean moved = random.nextInt(5) == 0;
    long start = call.start() + (moved ? random.nextInt(3) - 1 : 0);
    long end = Math.max(start, call.end() + (moved ? random.nextInt(3) - 1 : 0));
    Frame frame =
        random.nextInt(30) == 0 ? FRAMES.get(random.nextInt(FRAMES.size())) : call.frame();
    return new Call(frame, start, end, call.async() ^ (random.nextInt(40) == 0), children);
  }

  @Provide
  Arbitrary<Call> calls() {
    return calls(3);
  }

  private static Arbitrary<Call> calls(int depth) {
    Arbitrary<List<Call>> children =
        depth == 0 ? Arbitraries.just(List.of()) : calls(depth - 1).list().ofMaxSize(4);
    return Combinators.combine(
            Arbitraries.of(FRAMES),
            Arbitraries.longs().between(0, 5),
            Arbitraries.longs().between(0, 4),
            Arbitraries.integers().between(0, 7),
            children)
        .as(
            (frame, start, length, mark, below) ->
                new Call(frame, start, start + length, mark == 0, below));
  }
}
