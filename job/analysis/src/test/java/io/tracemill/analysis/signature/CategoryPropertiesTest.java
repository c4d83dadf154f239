package io.tracemill.analysis.signature;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

class CategoryPropertiesTest {
  private final CategoryCalculator calculator = new CategoryCalculator();

  @Property
  void categoriesAreEqualIfAndOnlyIfTheirWrittenFormsAre(
      @ForAll("calls") Call call, @ForAll Random random, @ForAll Fold fold) {
    WrittenForms written = new WrittenForms(fold);
    List<Call> calls = RandomCalls.variants(call, random);
    List<String> forms = calls.stream().map(written::category).toList();
    List<CallTreeSignature> hashes =
        calls.stream()
            .map(each -> calculator.category(ArrayCallTree.shuffled(each, random), 0, fold))
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

  @Property
  void aCategoryNeverDependsOnTimes(
      @ForAll("calls") Call call, @ForAll Random random, @ForAll Fold fold) {
    ArrayCallTree retimed = ArrayCallTree.of(RandomCalls.retimed(call, random));

    assertThat(calculator.category(retimed, 0, fold))
        .isEqualTo(calculator.category(ArrayCallTree.of(call), 0, fold));
    assertThat(calculator.form(retimed, 0, fold, Integer.MAX_VALUE))
        .isEqualTo(calculator.form(ArrayCallTree.of(call), 0, fold, Integer.MAX_VALUE));
  }

  @Property
  void orderOfSiblingsNeverMatters(
      @ForAll("calls") Call call, @ForAll Random random, @ForAll Fold fold) {
    assertThat(calculator.category(ArrayCallTree.shuffled(call, random), 0, fold))
        .isEqualTo(calculator.category(ArrayCallTree.of(call), 0, fold));
  }

  @Property
  void whatIsBelowAsynchronousCallsNeverMatters(@ForAll("calls") Call call, @ForAll Fold fold) {
    assertThat(calculator.category(ArrayCallTree.of(pruned(call)), 0, fold))
        .isEqualTo(calculator.category(ArrayCallTree.of(call), 0, fold));
  }

  /** Without the calls below asynchronous children. */
  private static Call pruned(Call call) {
    List<Call> children =
        call.children().stream()
            .map(
                child ->
                    child.async()
                        ? new Call(child.frame(), child.start(), child.end(), true, List.of())
                        : pruned(child))
            .toList();
    return new Call(call.frame(), call.start(), call.end(), call.async(), children);
  }

  @Property
  void aSubtreeHasTheCategoryOfTheRequestThatItWouldBe(
      @ForAll("calls") Call call, @ForAll Fold fold) {
    ArrayCallTree tree = ArrayCallTree.of(call);
    for (int span = 0; span < tree.size(); span++) {
      assertThat(calculator.category(tree, span, fold))
          .isEqualTo(calculator.category(ArrayCallTree.of(tree.call(span)), 0, fold));
    }
  }

  @Provide
  Arbitrary<Call> calls() {
    return RandomCalls.calls();
  }
}
