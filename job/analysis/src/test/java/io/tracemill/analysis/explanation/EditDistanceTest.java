package io.tracemill.analysis.explanation;

import static io.tracemill.analysis.explanation.Forms.form;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.signature.CanonicalForm.Node;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class EditDistanceTest {
  @Property(tries = 200)
  void itIsThatOfTheDefinition(
      @ForAll("forms") CanonicalForm one, @ForAll("forms") CanonicalForm other) {
    double longer = Math.max(one.nodes().size(), other.nodes().size());

    assertThat(EditDistance.normalised(one, other))
        .isEqualTo(EditDistance.normalised(other, one))
        .isCloseTo(naive(one.nodes(), other.nodes()) / longer, within(1e-12));
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

  @Test
  void whereACallHangsMatters() {
    assertThat(EditDistance.normalised(form("a(b c)"), form("a(b(c))"))).isEqualTo(1 / 3.0);
  }

  @Test
  void retriesCountOnce() {
    assertThat(EditDistance.normalised(form("a(b*9)"), form("a(b)"))).isZero();
  }

  @Test
  void onlyTheBeginningsOfLongFormsAreCompared() {
    String calls = String.join(" ", Collections.nCopies(EditDistance.MAX_NODES, "b"));

    assertThat(EditDistance.normalised(form("a(" + calls + ")"), form("a(" + calls + " c)")))
        .isZero();
  }

  @Provide
  Arbitrary<CanonicalForm> forms() {
    return Forms.any().filter(form -> form.nodes().size() < 8);
  }
}
