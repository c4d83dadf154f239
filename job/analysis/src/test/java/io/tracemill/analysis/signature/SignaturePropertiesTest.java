package io.tracemill.analysis.signature;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.function.Function;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.statistics.Statistics;

/** Signatures are equal if and only if the forms written out in {@link WrittenForms} are. */
class SignaturePropertiesTest {
  @Property
  void structuresAreEqualIfTheirFormsAre(
      @ForAll("calls") Call call, @ForAll Random random, @ForAll Fold fold) {
    WrittenForms forms = new WrittenForms(fold, 0);
    check(
        RandomCalls.variants(call, random),
        random,
        fold,
        0,
        Signatures::structure,
        forms::structure);
  }

  @Property
  void flowsAreEqualIfTheirFormsAre(
      @ForAll("calls") Call call,
      @ForAll Random random,
      @ForAll Fold fold,
      @ForAll @IntRange(max = 2) int tolerance) {
    WrittenForms forms = new WrittenForms(fold, tolerance);
    check(
        RandomCalls.variants(call, random), random, fold, tolerance, Signatures::flow, forms::flow);
  }

  @Property
  void ordersAreEqualIfTheirFormsAre(@ForAll("calls") Call call, @ForAll Random random) {
    WrittenForms forms = new WrittenForms(Fold.LOG2, 1);
    check(
        RandomCalls.variants(call, random), random, Fold.LOG2, 1, Signatures::order, forms::order);
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

  @Provide
  Arbitrary<Call> calls() {
    return RandomCalls.calls();
  }
}
