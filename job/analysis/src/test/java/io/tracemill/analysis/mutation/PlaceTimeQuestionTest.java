package io.tracemill.analysis.mutation;

import static io.tracemill.analysis.mutation.Forms.frame;
import static io.tracemill.analysis.mutation.Shop.shop;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.change.Culprit.FrameCulprit;
import io.tracemill.analysis.cohort.Cohort;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PlaceTimeQuestionTest {
  private static Side side(Cohort cohort) {
    Stretch stretch = Stretch.of(cohort, Shop.ROOMY);
    return new PlaceTimeQuestion(new FrameCulprit(frame("db")), stretch).side(stretch);
  }

  @Test
  void allRequestsOfTheEndpointCouldHaveThePlace() {
    Side some = side(shop(1).flow("shop(db)", 3).flow("shop(cart)", 9).blocks(2));

    assertThat(some.traces()).isEqualTo(6);
    assertThat(some.trials()).isEqualTo(24);
    assertThat(some.share()).isEqualTo(0.25);
  }

  @Test
  void whereNobodyHasItTheyCouldAllTheSame() {
    assertThat(side(shop(1).flow("shop(cart)", 9).blocks(2))).isEqualTo(new Side(0, 18, 0, 0));
  }

  @Test
  void ofNoRequestsNoneCould() {
    assertThat(side(new Cohort(List.of()))).isEqualTo(new Side(0, 0, 0, 0));
  }
}
