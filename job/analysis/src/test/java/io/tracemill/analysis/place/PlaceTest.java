package io.tracemill.analysis.place;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PlaceTest {
  private static final Frame PAY = Frame.of("payment", "pay");
  private static final Place EDGE = new Place.Edge("front", "payment");
  private static final Place OPERATION = new Place.Operation(PAY);
  private static final Place SERVICE = new Place.Service("payment");

  @Test
  void placesReadAsTheyAreSaid() {
    assertThat(EDGE).hasToString("front -> payment");
    assertThat(OPERATION).hasToString("payment pay");
    assertThat(SERVICE).hasToString("payment");
    assertThat(Place.Request.WHOLE).hasToString("request");
  }

  @Test
  void aStepsOwnTimeIsThatOfItsFrameOrOfTheEdgeItWaitsFor() {
    assertThat(Place.of(PathStep.of(PAY))).contains(OPERATION);
    assertThat(Place.of(PathStep.edge(Frame.of("front", "GET /"), "payment"))).contains(EDGE);
  }

  @Test
  void whatLimitsHideIsNoPlace() {
    assertThat(Place.of(PathStep.OTHER)).isEmpty();
  }

  @Test
  void placesAreInOrderOfServiceSortAndName() {
    List<Place> ordered =
        List.of(
            Place.Request.WHOLE,
            new Place.Operation(Frame.of("bank", "charge")),
            new Place.Service("bank"),
            new Place.Edge("cart", "payment"),
            EDGE,
            OPERATION,
            new Place.Operation(Frame.of("payment", "refund")),
            SERVICE);
    List<Place> shuffled = new ArrayList<>(ordered);
    Collections.shuffle(shuffled, new Random(1));
    shuffled.sort(Place.ORDER);

    assertThat(shuffled).isEqualTo(ordered);
  }

  @Test
  void callsAreInOrderOfParentAndChild() {
    Call first = new Call(Frame.of("a", "x"), Frame.of("c", "x"));
    Call second = new Call(Frame.of("b", "x"), Frame.of("a", "x"));

    assertThat(first).isLessThan(second);
    assertThat(first).isLessThan(new Call(first.parent(), Frame.of("c", "y")));
    assertThat(first).hasToString("a x calls c x");
  }
}
