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

  /** The pane differs from what is known. */
  private void freeze(long pane) {
    baseline.learn(Likeness.PANE_DIFFERS, new Period(pane - 10, pane + 10));
  }

  /** So do all panes that start in a stretch of time. */
  private void freeze(long from, long to) {
    for (long pane = from; pane < to; pane += RULES.slideMillis()) {
      freeze(pane);
    }
  }

  /** What the new normal says of the window that ends with a pane. */
  private Learning ofNew(Likeness likeness, long pane) {
    return baseline.learnNew(likeness, new Period(pane - 10, pane + 10), RULES);
  }

  @Test
  void aPaneEntersTheBlockThatItLiesIn() {
    assertThat(baseline.enter(40)).containsExactly(Normal.KNOWN);
    assertThat(baseline.blockOf(40)).isEqualTo(40);
    assertThat(baseline.blockOf(50)).isEqualTo(40);
    assertThat(baseline.blockOf(60)).isEqualTo(60);
    assertThat(baseline.blockOf(-10)).isEqualTo(-20);
  }

  @Test
  void panesOfTheLastTwoWindowsAreTooYoung() {
    assertThat(baseline.firstYoung(100)).isEqualTo(60);
  }

  @Test
  void aBlockIsComparedWithWhenNoPaneCanEnterItAnyMore() {
    enter(0, 60);
    assertThat(baseline.blocks(Normal.KNOWN, 99)).containsExactly(0L, 20L);
    assertThat(baseline.blocks(Normal.KNOWN, 100)).containsExactly(0L, 20L, 40L);
    assertThat(baseline.period(Normal.KNOWN, 100)).isEqualTo(new Period(0, 60));
  }

  @Test
  void sixBlocksAreEnoughIfTheyHoldEnoughTime() {
    enter(0, 100);
    assertThat(baseline.isLearned(Normal.KNOWN, 10_000, RULES)).isFalse();
    enter(100, 120);
    assertThat(baseline.isLearned(Normal.KNOWN, 10_000, RULES)).isTrue();
    assertThat(baseline.isLearned(Normal.KNOWN, 120 + 39, RULES)).isFalse();
  }

  @Test
  void sixBlocksOfHalfTheirTimeAreNotEnough() {
    for (long pane = 0; pane < 220; pane += 20) {
      baseline.enter(pane);
    }
    assertThat(baseline.blocks(Normal.KNOWN, 10_000)).hasSize(11);
    assertThat(baseline.isLearned(Normal.KNOWN, 10_000, RULES)).isFalse();
    baseline.enter(220);
    assertThat(baseline.isLearned(Normal.KNOWN, 10_000, RULES)).isTrue();
  }

  @Test
  void theOldestBlocksGoWhenThereAreTooManyWhateverTheTimeBetweenThem() {
    enter(0, 20);
    enter(1000, 1160);
    assertThat(baseline.dropOldest(Normal.KNOWN, 1160 + 39, RULES)).isEmpty();
    assertThat(baseline.dropOldest(Normal.KNOWN, 1160 + 40, RULES)).containsExactly(0L);
    assertThat(baseline.blocks(Normal.KNOWN, 1200)).hasSize(8).startsWith(1000L);
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
        faulty.learn(Likeness.PANE_DIFFERS, new Period(pane - 40, pane + 10));
        faulty.enter(pane);
      }
      faulty.enter(block + 40);
      faulty.dropOldest(Normal.KNOWN, block + 200, rules);
      assertThat(faulty.isLearned(Normal.KNOWN, block + 200, rules)).isTrue();
      assertThat(faulty.blocks(Normal.KNOWN, block + 200)).hasSizeBetween(8, 16);
    }
  }

  @Test
  void asManyBlocksAreKeptAsTheLeastTimeTakes() {
    for (long pane = 0; pane < 400; pane += 20) {
      baseline.enter(pane);
    }
    BaselineRules rules = new BaselineRules(20, 10, 8, 160, 50);

    assertThat(baseline.dropOldest(Normal.KNOWN, 10_000, rules)).containsExactly(0L, 20L, 40L, 60L);
    assertThat(baseline.dropOldest(Normal.KNOWN, 10_000, new BaselineRules(20, 10, 6, 140, 50)))
        .containsExactly(80L, 100L);
    assertThat(baseline.isLearned(Normal.KNOWN, 10_000, new BaselineRules(20, 10, 6, 140, 50)))
        .isTrue();
  }

  @Test
  void aPaneThatDiffersStaysOut() {
    freeze(40);
    assertThat(baseline.enter(30)).containsExactly(Normal.KNOWN);
    assertThat(baseline.enter(40)).containsExactly(Normal.NEW);
    assertThat(baseline.blocks(Normal.KNOWN, 10_000)).containsExactly(20L);
  }

  @Test
  void whateverComesOnceSomethingDiffersMayBecomeNormal() {
    freeze(40);
    enter(0, 60);
    assertThat(baseline.enter(60)).containsExactly(Normal.KNOWN, Normal.NEW);
    assertThat(baseline.blocks(Normal.NEW, 10_000)).containsExactly(40L, 60L);
  }

  @Test
  void aPaneOfIncompleteTracesStaysOut() {
    baseline.leaveOut(40);
    assertThat(baseline.enter(40)).isEmpty();
  }

  @Test
  void whatDiffersForLongEnoughIsTheNewNormalOnceAWindowIsAlikeWithIt() {
    enter(0, 160);
    freeze(200, 240);
    enter(200, 240);
    assertThat(ofNew(Likeness.ALIKE, 230)).isEqualTo(Learning.GOES_ON);
    freeze(240);
    assertThat(ofNew(Likeness.PANE_DIFFERS, 240)).isEqualTo(Learning.GOES_ON);
    assertThat(ofNew(Likeness.UNKNOWN, 260)).isEqualTo(Learning.GOES_ON);
    assertThat(ofNew(Likeness.ALIKE, 260)).isEqualTo(Learning.NEW_ACCEPTED);
    assertThat(baseline.blocks(Normal.KNOWN, 10_000)).containsExactly(200L, 220L);
    assertThat(baseline.blocks(Normal.NEW, 10_000)).isEmpty();
  }

  @Test
  void aPaneThatDiffersFromBothIsNormalByNeither() {
    freeze(200, 240);
    ofNew(Likeness.PANE_DIFFERS, 220);
    assertThat(baseline.enter(210)).containsExactly(Normal.NEW);
    assertThat(baseline.enter(220)).isEmpty();
  }

  @Test
  void aPaneThatDiffersFromTheNewNormalAloneIsWhatIsKnown() {
    freeze(200);
    ofNew(Likeness.PANE_DIFFERS, 220);
    assertThat(baseline.enter(220)).containsExactly(Normal.KNOWN);
  }

  @Test
  void whatDiffersFromBothForLongEnoughBeginsAnotherNewNormal() {
    freeze(200, 300);
    enter(200, 240);
    for (long pane = 240; pane < 280; pane += 10) {
      assertThat(ofNew(Likeness.PANE_DIFFERS, pane)).isEqualTo(Learning.GOES_ON);
    }
    assertThat(ofNew(Likeness.PANE_DIFFERS, 280)).isEqualTo(Learning.NEW_FORGOTTEN);
    assertThat(baseline.blocks(Normal.NEW, 10_000)).isEmpty();
    assertThat(baseline.enter(280)).containsExactly(Normal.NEW);
    freeze(300, 340);
    assertThat(ofNew(Likeness.ALIKE, 330)).as("lasts for 40").isEqualTo(Learning.GOES_ON);
    freeze(340);
    assertThat(ofNew(Likeness.ALIKE, 340)).isEqualTo(Learning.NEW_ACCEPTED);
  }

  @Test
  void whatDifferedBeforeAWindowThatWasAlikeBeginsNothingNew() {
    freeze(200);
    baseline.learn(Likeness.ALIKE, new Period(210, 230));
    baseline.learn(Likeness.UNKNOWN, new Period(220, 240));
    assertThat(baseline.enter(200)).isEmpty();
    assertThat(baseline.enter(210)).containsExactly(Normal.KNOWN);
  }

  @Test
  void whatIsKnownIsAllThereIsOnceAWindowIsAlikeWithItAgain() {
    freeze(200, 240);
    enter(200, 240);
    assertThat(baseline.learn(Likeness.ALIKE, new Period(240, 260)))
        .isEqualTo(Learning.NEW_FORGOTTEN);
    assertThat(baseline.blocks(Normal.NEW, 10_000)).isEmpty();
    assertThat(baseline.enter(250)).containsExactly(Normal.KNOWN);
    assertThat(baseline.learn(Likeness.ALIKE, new Period(250, 270))).isEqualTo(Learning.GOES_ON);
  }

  @Test
  void aWindowThatDiffersStaysOutAsAWhole() {
    baseline.learn(Likeness.WINDOW_DIFFERS, new Period(40, 60));
    assertThat(baseline.enter(30)).containsExactly(Normal.KNOWN);
    assertThat(baseline.enter(40)).containsExactly(Normal.NEW);
    assertThat(baseline.enter(50)).containsExactly(Normal.NEW);
    assertThat(baseline.enter(60)).contains(Normal.KNOWN);
  }

  @Test
  void aPaneOfSeveralWindowsThatDifferCountsOnce() {
    for (long end = 220; end < 250; end += 10) {
      baseline.learn(Likeness.WINDOW_DIFFERS, new Period(end - 20, end));
      assertThat(ofNew(Likeness.ALIKE, end - 10)).isEqualTo(Learning.GOES_ON);
    }
    baseline.learn(Likeness.WINDOW_DIFFERS, new Period(230, 250));
    assertThat(ofNew(Likeness.ALIKE, 240)).isEqualTo(Learning.NEW_ACCEPTED);
  }

  @Test
  void aWindowThatIsAlikeBeginsTheCountAnew() {
    freeze(200, 240);
    baseline.learn(Likeness.ALIKE, new Period(240, 260));
    freeze(260);
    assertThat(ofNew(Likeness.ALIKE, 260)).isEqualTo(Learning.GOES_ON);
  }

  @Test
  void aWindowIsNotAlikeWhileItHoldsAPaneThatDiffered() {
    freeze(200, 240);
    baseline.learn(Likeness.ALIKE, new Period(230, 250));
    baseline.learn(Likeness.UNKNOWN, new Period(240, 260));
    freeze(260);
    assertThat(ofNew(Likeness.ALIKE, 260)).isEqualTo(Learning.NEW_ACCEPTED);
  }

  @Test
  void timeThatCannotBeJudgedDoesNotCountAsDiffering() {
    freeze(200, 240);
    baseline.leaveOut(240);
    assertThat(ofNew(Likeness.ALIKE, 240)).isEqualTo(Learning.GOES_ON);
    freeze(100_000);
    assertThat(ofNew(Likeness.ALIKE, 100_000)).isEqualTo(Learning.NEW_ACCEPTED);
  }

  @Test
  void aPaneOfIncompleteTracesIsNoNewNormalEither() {
    freeze(180, 200);
    baseline.leaveOut(190);
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
    freeze(200, 320);
    enter(200, 260);
    ofNew(Likeness.PANE_DIFFERS, 260);

    Baseline read = read(written(baseline));

    assertThat(written(read)).isEqualTo(written(baseline));
    assertThat(read.hasBlocksOf(RULES)).isTrue();
    assertThat(read.isLearned(Normal.KNOWN, 10_000, RULES)).isTrue();
    assertThat(read.enter(270)).isEmpty();
    assertThat(read.enter(260)).isEmpty();
    assertThat(read.enter(290)).containsExactly(Normal.NEW);
    assertThat(read.blocks(Normal.NEW, 10_000)).containsExactly(200L, 220L, 240L, 280L);
    assertThat(read.learnNew(Likeness.ALIKE, new Period(310, 330), RULES))
        .isEqualTo(Learning.NEW_ACCEPTED);
  }

  @Test
  void whatIsComparedWithStaysLearnedThoughMoreIsAskedFor() throws IOException {
    BaselineRules stricter = new BaselineRules(20, 10, 8, 160, 50);
    enter(0, 120);
    assertThat(read(written(baseline)).isLearned(Normal.KNOWN, 10_000, stricter)).isFalse();

    baseline.learn(Likeness.ALIKE, new Period(240, 260));

    assertThat(read(written(baseline)).isLearned(Normal.KNOWN, 10_000, stricter)).isTrue();
  }

  @Test
  void aNewNormalIsLearnedForAsLongAsIsAskedFor() {
    enter(0, 120);
    baseline.learn(Likeness.WINDOW_DIFFERS, new Period(160, 210));
    for (long pane = 220; pane < 460; pane += 20) {
      baseline.enter(pane);
      assertThat(baseline.isLearned(Normal.NEW, 10_000, RULES)).isEqualTo(pane == 440);
    }
  }

  @Test
  void whatWasSaidOfPanesThatNeverWereIsForgottenWithAge() throws IOException {
    for (long end = 10; end <= 100_000; end += 10) {
      baseline.age(end);
      baseline.leaveOut(end - 10);
      baseline.learn(Likeness.PANE_DIFFERS, new Period(end - 20, end));
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
