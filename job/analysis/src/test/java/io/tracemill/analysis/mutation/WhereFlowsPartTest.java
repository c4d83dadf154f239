package io.tracemill.analysis.mutation;

import static io.tracemill.analysis.mutation.Forms.form;
import static io.tracemill.analysis.mutation.Forms.frame;
import static io.tracemill.analysis.mutation.Forms.truncated;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.analysis.change.Culprit.FrameCulprit;
import io.tracemill.analysis.mutation.Parting.CallChange;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.span.Frame;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class WhereFlowsPartTest {
  @Test
  void aNewCallIsItsCallers() {
    assertThat(parting("shop(cart(cache))", "shop(cart(cache db))"))
        .contains(new Parting(path("shop", "cart"), List.of(new CallChange(frame("db"), 0, 1))));
  }

  @Test
  void aNewCallAmongOthersIsFound() {
    assertThat(parting("shop(cart mail)", "shop(cart audit*3 mail)"))
        .contains(new Parting(path("shop"), List.of(new CallChange(frame("audit"), 0, 3))));
  }

  @Test
  void whereACalleeReturnsEarlyItIsTheCulpritAndNotItsCaller() {
    assertThat(parting("shop(cart(cache db) mail)", "shop(cart(cache))"))
        .contains(new Parting(path("shop", "cart"), List.of(new CallChange(frame("db"), 1, 0))));
  }

  @Test
  void aCallThatIsSkippedAmongOthersIsFound() {
    assertThat(parting("shop(cart price mail)", "shop(cart mail)"))
        .contains(new Parting(path("shop"), List.of(new CallChange(frame("price"), 1, 0))));
  }

  @Test
  void aReplacedCallIsBoth() {
    assertThat(parting("shop(cart(cache) mail)", "shop(cart(db) mail)"))
        .contains(
            new Parting(
                path("shop", "cart"),
                List.of(new CallChange(frame("cache"), 1, 0), new CallChange(frame("db"), 0, 1))));
  }

  @Test
  void retriesAreTheCallers() {
    assertThat(parting("shop(cart(db) mail)", "shop(cart(db*5) mail)"))
        .contains(new Parting(path("shop", "cart"), List.of(new CallChange(frame("db"), 1, 5))));
  }

  @Test
  void whatARetriedCallDoesOtherwiseComesBeforeTheRetry() {
    assertThat(parting("shop(cart)", "shop(cart*2(db))"))
        .contains(new Parting(path("shop", "cart"), List.of(new CallChange(frame("db"), 0, 1))));
  }

  @Test
  void ofTwoRunsTheInnerOneShowsFirst() {
    assertThat(parting("shop(cart(db) mail)", "shop(cart*2(db*2) news)"))
        .contains(new Parting(path("shop", "cart"), List.of(new CallChange(frame("db"), 1, 2))));
  }

  @Test
  void ofARunOneCallThatDiffersIsTheCulprit() {
    Parting parting = new Parting(path("shop", "cart"), List.of(new CallChange(frame("db"), 1, 0)));

    assertThat(parting("shop(cart*4(db))", "shop(cart(db) cart cart*2(db))")).contains(parting);
    assertThat(parting("shop(cart*4(db) mail)", "shop(cart*3(db) cart)")).contains(parting);
    assertThat(parting("shop(cart*2 cart(db*2))", "shop(cart*4)"))
        .contains(new Parting(path("shop", "cart"), List.of(new CallChange(frame("db"), 2, 0))));
  }

  @Test
  void aShorterRunBeforeOtherCallsIsTheCallers() {
    assertThat(parting("shop(cart*4(db) mail)", "shop(cart*2(db) mail)"))
        .contains(new Parting(path("shop"), List.of(new CallChange(frame("cart"), 4, 2))));
  }

  @Test
  void whatComesAfterIsAConsequence() {
    assertThat(parting("shop(cart(cache) pay(bank))", "shop(cart(cache db) pay(fraud))"))
        .map(Parting::culprit)
        .contains(new FrameCulprit(frame("cart")));
  }

  @Test
  void aCallThatIsNoLongerAwaitedIsAnother() {
    assertThat(parting("shop(mail)", "shop(~mail)"))
        .contains(
            new Parting(
                path("shop"),
                List.of(new CallChange(frame("mail"), 1, 0), new CallChange(frame("mail"), 0, 1))));
  }

  @Test
  void callsInAnotherOrderAreBoth() {
    assertThat(parting("shop(a b)", "shop(b a)"))
        .contains(
            new Parting(
                path("shop"),
                List.of(new CallChange(frame("a"), 1, 0), new CallChange(frame("b"), 0, 1))));
  }

  @Test
  void nobodyKnowsWhatFollowsATruncatedForm() {
    assertThat(WhereFlowsPart.between(truncated("shop(cart)"), form("shop(cart(db) mail)")))
        .isEmpty();
    assertThat(WhereFlowsPart.between(form("shop(cart)"), truncated("shop(cart)"))).isEmpty();
    assertThat(WhereFlowsPart.between(truncated("shop(cart*2)"), form("shop(cart)"))).isPresent();
  }

  @Test
  void differentRootsAreRefused() {
    assertThatThrownBy(() -> parting("shop", "cart"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cart");
  }

  @Property
  void flowsPartIfAndOnlyIfTheyDiffer(
      @ForAll("forms") CanonicalForm one, @ForAll("forms") CanonicalForm other) {
    assertThat(WhereFlowsPart.between(one, other).isEmpty()).isEqualTo(one.equals(other));
    assertThat(WhereFlowsPart.between(one, one)).isEmpty();
  }

  @Property
  void theOtherWayRoundTheyPartAtTheSamePlace(
      @ForAll("forms") CanonicalForm one, @ForAll("forms") CanonicalForm other) {
    assertThat(WhereFlowsPart.between(one, other).map(Parting::callPath))
        .isEqualTo(WhereFlowsPart.between(other, one).map(Parting::callPath));
  }

  @Provide
  Arbitrary<CanonicalForm> forms() {
    return Forms.any();
  }

  private static Optional<Parting> parting(String precursor, String mutation) {
    return WhereFlowsPart.between(form(precursor), form(mutation));
  }

  private static List<Frame> path(String... names) {
    return Stream.of(names).map(Forms::frame).toList();
  }
}
