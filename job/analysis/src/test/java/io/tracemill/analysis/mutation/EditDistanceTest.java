package io.tracemill.analysis.mutation;

import static io.tracemill.analysis.mutation.Forms.form;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.signature.CanonicalForm.Node;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class EditDistanceTest {
  private final EditDistance distance = new EditDistance(100);

  @Property(tries = 200)
  void itIsThatOfTheDefinition(
      @ForAll("forms") CanonicalForm one,
      @ForAll("forms") CanonicalForm other,
      @ForAll @IntRange(min = 1, max = 7) int maxNodes) {
    assertThat(new EditDistance(maxNodes).between(one, other))
        .isEqualTo(naive(first(maxNodes, one), first(maxNodes, other)));
  }

  /** The definition, in exponential time. */
  private static int naive(List<Node> one, List<Node> other) {
    if (one.isEmpty() || other.isEmpty()) {
      return one.size() + other.size();
    }
    List<Node> oneRest = one.subList(1, one.size());
    List<Node> otherRest = other.subList(1, other.size());
    boolean equal =
        one.get(0).depth() == other.get(0).depth()
            && one.get(0).frame().equals(other.get(0).frame());
    int replaced = naive(oneRest, otherRest) + (equal ? 0 : 1);
    return Math.min(replaced, 1 + Math.min(naive(oneRest, other), naive(one, otherRest)));
  }

  private static List<Node> first(int maxNodes, CanonicalForm form) {
    return form.nodes().subList(0, Math.min(maxNodes, form.nodes().size()));
  }

  @Property
  void itIsAMetric(
      @ForAll("forms") CanonicalForm a,
      @ForAll("forms") CanonicalForm b,
      @ForAll("forms") CanonicalForm c) {
    assertThat(distance.between(a, a)).isZero();
    assertThat(distance.between(a, b)).isEqualTo(distance.between(b, a));
    assertThat(distance.between(a, c))
        .isLessThanOrEqualTo(distance.between(a, b) + distance.between(b, c));
  }

  @Property
  void normalisedItIsAShareThatIsLessThanOneForEqualRoots(
      @ForAll("forms") CanonicalForm one, @ForAll("forms") CanonicalForm other) {
    assertThat(distance.normalised(one, other))
        .isEqualTo(distance.normalised(other, one))
        .isGreaterThanOrEqualTo(0)
        .isLessThan(1);
  }

  @Test
  void whereACallHangsMatters() {
    assertThat(distance.between(form("a(b c)"), form("a(b(c))"))).isEqualTo(1);
    assertThat(distance.normalised(form("a(b c)"), form("a(b(c))"))).isEqualTo(1 / 3.0);
  }

  @Test
  void retriesCountOnce() {
    assertThat(distance.between(form("a(b*9)"), form("a(b)"))).isZero();
  }

  @Test
  void differentRootsAreAsFarApartAsCanBe() {
    assertThat(distance.normalised(form("a"), form("b"))).isEqualTo(1);
  }

  @Test
  void withoutNodesThereIsNothingToCompare() {
    assertThatThrownBy(() -> new EditDistance(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0");
  }

  @Provide
  Arbitrary<CanonicalForm> forms() {
    return Forms.any();
  }
}
