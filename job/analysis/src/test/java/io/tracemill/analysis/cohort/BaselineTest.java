package io.tracemill.analysis.cohort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Windows of 20, slides of 10, eight blocks, of which 120 have to be there; 50 are accepted. */
class BaselineTest {
  private static final BaselineRules RULES = new BaselineRules(20, 10, 8, 120, 50);

  private final Baseline baseline = new Baseline(RULES);

  /** All panes that start in a stretch of time enter their blocks. */
  private void enter(long from, long to) {
    for (long pane = from; pane < to; pane += RULES.slideMillis()) {
      baseline.enter(pane);
    }
  }

  /** The pane differs; whether this is the new normal. */
  private boolean freeze(long pane) {
    return baseline.learn(Likeness.PANE_DIFFERS, new Period(pane - 10, pane + 10), RULES);
  }

  @Test
  void aPaneEntersTheBlockThatItLiesIn() {
    assertThat(baseline.enter(40)).hasValue(40);
    assertThat(baseline.enter(50)).hasValue(40);
    assertThat(baseline.enter(60)).hasValue(60);
    assertThat(baseline.enter(-10)).hasValue(-20);
  }

  @Test
  void panesOfTheLastTwoWindowsAreTooYoung() {
    assertThat(baseline.firstYoung(100)).isEqualTo(60);
  }

  @Test
  void aBlockIsComparedWithWhenNoPaneCanEnterItAnyMore() {
    enter(0, 60);
    assertThat(baseline.blocks(99)).containsExactly(0L, 20L);
    assertThat(baseline.blocks(100)).containsExactly(0L, 20L, 40L);
    assertThat(baseline.period(100)).isEqualTo(new Period(0, 60));
  }

  @Test
  void sixBlocksAreEnoughIfTheyHoldEnoughTime() {
    enter(0, 100);
    assertThat(baseline.isLearned(10_000, RULES)).isFalse();
    enter(100, 120);
    assertThat(baseline.isLearned(10_000, RULES)).isTrue();
    assertThat(baseline.isLearned(120 + 39, RULES)).isFalse();
  }

  @Test
  void sixBlocksOfHalfTheirTimeAreNotEnough() {
    for (long pane = 0; pane < 220; pane += 20) {
      baseline.enter(pane);
    }
    assertThat(baseline.blocks(10_000)).hasSize(11);
    assertThat(baseline.isLearned(10_000, RULES)).isFalse();
    baseline.enter(220);
    assertThat(baseline.isLearned(10_000, RULES)).isTrue();
  }

  @Test
  void theOldestBlocksGoWhenThereAreTooManyWhateverTheTimeBetweenThem() {
    enter(0, 20);
    enter(1000, 1160);
    assertThat(baseline.dropOldest(1160 + 39, RULES)).isEmpty();
    assertThat(baseline.dropOldest(1160 + 40, RULES)).containsExactly(0L);
    assertThat(baseline.blocks(1200)).hasSize(8).startsWith(1000L);
  }

  @Test
  void aFaultInFourOfFivePanesDoesNotMakeItForget() {
    BaselineRules rules = new BaselineRules(50, 10, 8, 100, 100_000);
    Baseline faulty = new Baseline(rules);
    for (long pane = 0; pane < 400; pane += 10) {
      faulty.enter(pane);
    }
    for (long block = 400; block < 10_000; block += 50) {
      for (long pane = block; pane < block + 40; pane += 10) {
        faulty.learn(Likeness.PANE_DIFFERS, new Period(pane - 40, pane + 10), rules);
        faulty.enter(pane);
      }
      faulty.enter(block + 40);
      faulty.dropOldest(block + 200, rules);
      assertThat(faulty.isLearned(block + 200, rules)).isTrue();
      assertThat(faulty.blocks(block + 200)).hasSizeBetween(8, 16);
    }
  }

  @Test
  void asManyBlocksAreKeptAsTheLeastTimeTakes() {
    for (long pane = 0; pane < 400; pane += 20) {
      baseline.enter(pane);
    }
    BaselineRules rules = new BaselineRules(20, 10, 8, 160, 50);

    assertThat(baseline.dropOldest(10_000, rules)).containsExactly(0L, 20L, 40L, 60L);
    assertThat(baseline.dropOldest(10_000, new BaselineRules(20, 10, 6, 140, 50)))
        .containsExactly(80L, 100L);
    assertThat(baseline.isLearned(10_000, new BaselineRules(20, 10, 6, 140, 50))).isTrue();
  }

  @Test
  void aPaneThatDiffersStaysOut() {
    assertThat(freeze(40)).isFalse();
    assertThat(baseline.enter(40)).isEmpty();
    assertThat(baseline.enter(50)).hasValue(40);
  }

  @Test
  void aPaneOfIncompleteTracesStaysOut() {
    baseline.leaveOut(40);
    assertThat(baseline.enter(40)).isEmpty();
  }

  @Test
  void whatDiffersForLongEnoughIsTheNewNormalAndThereIsNoOtherAnyMore() {
    enter(0, 160);
    for (long pane = 200; pane < 240; pane += 10) {
      assertThat(freeze(pane)).isFalse();
    }
    assertThat(baseline.hasNewNormal()).isFalse();
    assertThat(freeze(240)).isTrue();
    assertThat(baseline.hasNewNormal()).isTrue();
    assertThat(baseline.blocks(10_000)).isEmpty();
    assertThat(baseline.isLearned(10_000, RULES)).isFalse();
    assertThat(baseline.enter(240)).hasValue(240);
  }

  @Test
  void aNewNormalIsOldOnceSomethingIsComparedWithIt() {
    baseline.learn(Likeness.WINDOW_DIFFERS, new Period(0, 50), RULES);
    assertThat(baseline.hasNewNormal()).isTrue();
    baseline.learn(Likeness.UNKNOWN, new Period(240, 260), RULES);
    assertThat(baseline.hasNewNormal()).isFalse();
  }

  @Test
  void aWindowThatDiffersStaysOutAsAWhole() {
    baseline.learn(Likeness.WINDOW_DIFFERS, new Period(40, 60), RULES);
    assertThat(baseline.enter(30)).hasValue(20);
    assertThat(baseline.enter(40)).isEmpty();
    assertThat(baseline.enter(50)).isEmpty();
    assertThat(baseline.enter(60)).hasValue(60);
  }

  @Test
  void aPaneOfSeveralWindowsThatDifferCountsOnce() {
    for (long end = 220; end < 250; end += 10) {
      assertThat(baseline.learn(Likeness.WINDOW_DIFFERS, new Period(end - 20, end), RULES))
          .isFalse();
    }
    assertThat(baseline.learn(Likeness.WINDOW_DIFFERS, new Period(230, 250), RULES)).isTrue();
  }

  @Test
  void aWindowThatIsAlikeBeginsTheCountAnew() {
    for (long pane = 200; pane < 240; pane += 10) {
      freeze(pane);
    }
    baseline.learn(Likeness.ALIKE, new Period(240, 260), RULES);
    assertThat(freeze(260)).isFalse();
  }

  @Test
  void aWindowIsNotAlikeWhileItHoldsAPaneThatDiffered() {
    for (long pane = 200; pane < 240; pane += 10) {
      freeze(pane);
    }
    baseline.learn(Likeness.ALIKE, new Period(230, 250), RULES);
    baseline.learn(Likeness.UNKNOWN, new Period(240, 260), RULES);
    assertThat(freeze(260)).isTrue();
  }

  @Test
  void timeThatCannotBeJudgedDoesNotCountAsDiffering() {
    for (long pane = 200; pane < 240; pane += 10) {
      freeze(pane);
    }
    baseline.leaveOut(240);
    assertThat(freeze(100_000)).isTrue();
  }

  @Test
  void anAcceptedPaneOfIncompleteTracesStaysOutAllTheSame() {
    baseline.leaveOut(190);
    for (long pane = 200; pane < 250; pane += 10) {
      freeze(pane);
    }
    assertThat(baseline.enter(190)).isEmpty();
  }

  @Test
  void anEndpointIsForgottenAWindowAndABaselineAfterItsLastTraffic() {
    assertThat(baseline.forgottenAt(RULES)).isEmpty();
    baseline.sawTraffic(100);
    baseline.sawTraffic(50);
    assertThat(baseline.forgottenAt(RULES)).hasValue(110 + 20 + 160);
  }

  @Test
  void itKnowsWhetherItsPanesAndBlocksAreAsLongAsNow() {
    assertThat(baseline.hasPanesOf(new BaselineRules(40, 10, 8, 0, 50))).isTrue();
    assertThat(baseline.hasBlocksOf(new BaselineRules(40, 10, 8, 0, 50))).isFalse();
    assertThat(baseline.hasPanesOf(new BaselineRules(20, 20, 8, 0, 50))).isFalse();
    assertThat(baseline.hasBlocksOf(new BaselineRules(20, 10, 99, 7, 7))).isTrue();
  }

  @Test
  void whatIsWrittenIsReadBack() throws IOException {
    baseline.sawTraffic(300);
    enter(0, 160);
    baseline.leaveOut(270);
    for (long pane = 280; pane < 320; pane += 10) {
      freeze(pane);
    }

    Baseline read = read(written(baseline));

    assertThat(written(read)).isEqualTo(written(baseline));
    assertThat(read.hasBlocksOf(RULES)).isTrue();
    assertThat(read.isLearned(10_000, RULES)).isTrue();
    assertThat(read.enter(270)).isEmpty();
    assertThat(read.enter(290)).isEmpty();
    assertThat(read.learn(Likeness.PANE_DIFFERS, new Period(310, 330), RULES)).isTrue();
  }

  @Test
  void aNewNormalOutlivesARestart() throws IOException {
    baseline.learn(Likeness.WINDOW_DIFFERS, new Period(0, 50), RULES);

    assertThat(read(written(baseline)).hasNewNormal()).isTrue();
  }

  @Test
  void whatIsComparedWithStaysLearnedThoughMoreIsAskedFor() throws IOException {
    BaselineRules stricter = new BaselineRules(20, 10, 8, 160, 50);
    enter(0, 120);
    assertThat(read(written(baseline)).isLearned(10_000, stricter)).isFalse();

    baseline.learn(Likeness.ALIKE, new Period(240, 260), RULES);

    assertThat(read(written(baseline)).isLearned(10_000, stricter)).isTrue();
  }

  @Test
  void aNewNormalIsLearnedForAsLongAsIsAskedFor() {
    enter(0, 120);
    baseline.learn(Likeness.ALIKE, new Period(140, 160), RULES);
    baseline.learn(Likeness.WINDOW_DIFFERS, new Period(160, 210), RULES);
    for (long pane = 220; pane < 460; pane += 20) {
      baseline.enter(pane);
      assertThat(baseline.isLearned(10_000, RULES)).isEqualTo(pane == 440);
    }
  }

  @Test
  void whatWasSaidOfPanesThatNeverWereIsForgottenWithAge() throws IOException {
    BaselineRules patient = new BaselineRules(20, 10, 8, 120, 1_000_000);
    for (long end = 10; end <= 100_000; end += 10) {
      baseline.age(end);
      baseline.leaveOut(end - 10);
      baseline.learn(Likeness.PANE_DIFFERS, new Period(end - 20, end), patient);
    }

    assertThat(written(baseline)).hasSizeLessThan(100);
    assertThat(baseline.enter(100_000 - 40)).as("still young").isEmpty();
  }

  @Test
  void aNewerVersionIsRefused() {
    assertThatThrownBy(() -> read(new byte[] {9}))
        .isInstanceOf(IOException.class)
        .hasMessage("version 9 of a baseline is not known");
  }

  private static byte[] written(Baseline baseline) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    baseline.write(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private static Baseline read(byte[] bytes) throws IOException {
    return Baseline.read(new DataInputStream(new ByteArrayInputStream(bytes)));
  }
}
