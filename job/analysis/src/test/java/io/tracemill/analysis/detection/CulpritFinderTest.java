package io.tracemill.analysis.detection;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.incident.Finding;
import io.tracemill.analysis.incident.Finding.Side;
import io.tracemill.analysis.incident.Subject.CallShare;
import io.tracemill.analysis.incident.Subject.ErrorShare;
import io.tracemill.analysis.incident.Subject.PlaceTime;
import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import java.util.List;
import org.junit.jupiter.api.Test;

class CulpritFinderTest {
  private static final Place EDGE = Chains.edge("front", "payment");
  private static final Place OPERATION = Chains.operation("payment");
  private static final Place SERVICE = new Place.Service("payment");

  private static final Frame CLIENT = Frame.of("front", "POST payment");
  private static final Frame CART = Chains.frame("cart");
  private static final Frame PAYMENT = Chains.frame("payment");
  private static final Frame BANK = Chains.frame("bank");
  private static final Call TO_CART = new Call(Learned.ENDPOINT, CART);
  private static final Call TO_CLIENT = new Call(Learned.ENDPOINT, CLIENT);
  private static final Call TO_BANK = new Call(PAYMENT, BANK);

  /** Calls cart, and by a client's span payment, which calls bank. */
  private static PaneBuilder calls(PaneBuilder pane) {
    return pane.times(Place.Request.WHOLE, 10, request -> 100.0)
        .call(Learned.ENDPOINT, 10, CART, 10)
        .call(Learned.ENDPOINT, 10, CLIENT, 10)
        .call(CLIENT, 10, PAYMENT, 10)
        .call(PAYMENT, 10, BANK, 10);
  }

  private static final Learned CALLS =
      Learned.of(CulpritFinderTest::calls, CulpritFinderTest::calls);

  private static Question changed(Call call) {
    return CALLS.call(call, 0.5, 1);
  }

  private static PaneBuilder places(PaneBuilder pane, double edge, double operation) {
    return pane.times(EDGE, 10, request -> edge)
        .times(OPERATION, 10, request -> operation)
        .times(SERVICE, 10, request -> (edge + operation) / 2)
        .times(Place.Request.WHOLE, 10, request -> edge + operation);
  }

  private static PlaceTime slowerPayment(double edge, double operation) {
    Learned learned =
        Learned.of(pane -> places(pane, 20, 40), pane -> places(pane, edge, operation));
    Question question = learned.slower(SERVICE);
    return (PlaceTime) learned.finder(List.of(question)).behind(question, NONE).subject();
  }

  private static final Finding NONE =
      Finding.at(
          Learned.ENDPOINT,
          new PlaceTime(SERVICE),
          new Side(0, 0, 0, 0),
          new Side(0, 0, 0, 0),
          new Period(1, 2),
          new Period(0, 1),
          0.001,
          0);

  @Test
  void aServiceAsAWholeNamesItsPlaceWithTheLargestExtraTime() {
    assertThat(slowerPayment(60, 45).place()).isEqualTo(EDGE);
    assertThat(slowerPayment(22, 80).place()).isEqualTo(OPERATION);
  }

  @Test
  void aCallBelowAChangedCallIsNotTheCulprit() {
    List<Question> questions = List.of(changed(TO_BANK), changed(new Call(CLIENT, PAYMENT)));

    assertThat(CALLS.finder(questions).behind(questions.get(0), NONE).subject())
        .isEqualTo(new CallShare(new Call(CLIENT, PAYMENT)));
  }

  @Test
  void theDeepestOfCallsThatDoNotDependOnEachOtherIsTheCulprit() {
    List<Question> questions = List.of(changed(TO_CART), changed(TO_BANK));

    assertThat(CALLS.finder(questions).behind(questions.get(0), NONE).subject())
        .isEqualTo(new CallShare(TO_BANK));
  }

  @Test
  void aClientsSpanStandsForWhatItLeadsTo() {
    Question question = changed(TO_CLIENT);

    assertThat(CALLS.finder(List.of(question)).behind(question, NONE).subject())
        .isEqualTo(new CallShare(new Call(Learned.ENDPOINT, PAYMENT)));
  }

  @Test
  void errorsArePutDownToTheDeepestPlaceThatFails() {
    List<Question> questions =
        List.of(
            CALLS.errors(Place.Request.WHOLE, 0.3),
            CALLS.errors(new Place.Operation(Learned.ENDPOINT), 0.3),
            CALLS.errors(Chains.edge("payment", "bank"), 0.3),
            CALLS.errors(Chains.operation("bank"), 0.3),
            CALLS.errors(new Place.Service("bank"), 0.3));

    assertThat(CALLS.finder(questions).behind(questions.get(0), NONE).subject())
        .isEqualTo(new ErrorShare(Chains.operation("bank")));
    assertThat(CALLS.finder(questions.subList(0, 3)).behind(questions.get(0), NONE).subject())
        .isEqualTo(new ErrorShare(Chains.edge("payment", "bank")));
    assertThat(CALLS.finder(questions.subList(0, 1)).behind(questions.get(0), NONE).subject())
        .isEqualTo(new ErrorShare(Place.Request.WHOLE));
  }

  /** Cart and payment call bank, which fails in some of their requests. */
  private static PaneBuilder failing(PaneBuilder pane, int ofCart, int ofPayment) {
    return pane.times(Place.Request.WHOLE, 20, request -> 100.0)
        .times(Chains.edge("cart", "bank"), 10, request -> 5.0)
        .times(Chains.edge("payment", "bank"), 10, request -> 5.0)
        .times(Chains.operation("bank"), 20, request -> 5.0)
        .failed(Chains.edge("cart", "bank"), ofCart)
        .failed(Chains.edge("payment", "bank"), ofPayment)
        .failed(Chains.operation("bank"), (long) ofCart + ofPayment)
        .call(CART, 10, BANK, 10)
        .call(PAYMENT, 10, BANK, 10);
  }

  private static ErrorShare failingBank(int ofCart, int ofPayment) {
    Learned learned =
        Learned.of(pane -> failing(pane, 0, 0), pane -> failing(pane, ofCart, ofPayment));
    Question question = learned.errors(Chains.operation("bank"), 0.3);
    return (ErrorShare) learned.finder(List.of(question)).behind(question, NONE).subject();
  }

  @Test
  void aServiceThatFailsForAllItsCallersIsTheCulpritAndNoneOfItsParts() {
    assertThat(failingBank(3, 3).place()).isEqualTo(new Place.Service("bank"));
    assertThat(failingBank(0, 6).place()).isEqualTo(Chains.operation("bank"));
  }

  @Test
  void errorsThatRoseLessThanHalfOfWhatIsReportedAreNotTheCulprit() {
    List<Question> questions =
        List.of(
            CALLS.errors(Chains.operation("payment"), 0.3),
            CALLS.errors(Chains.operation("bank"), 0.009));

    assertThat(CALLS.finder(questions).behind(questions.get(0), NONE).subject())
        .isEqualTo(new ErrorShare(Chains.operation("payment")));
  }
}
