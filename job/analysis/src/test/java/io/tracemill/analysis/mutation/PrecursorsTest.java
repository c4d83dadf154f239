package io.tracemill.analysis.mutation;

import static io.tracemill.analysis.mutation.Forms.form;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.change.RequestSums;
import io.tracemill.analysis.signature.CallTreeSignature;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;

class PrecursorsTest {
  private static final CohortTotals SAME_LOAD = totals(10_000, 10_000);

  private final Precursors precursors = new Precursors(new EditDistance(100), true, 100);

  /**
   * Figure 4 of Spectroscope. The shapes are ours, and so are two of its counts, from before, of
   * the mutation and of READDIR.
   */
  @Test
  void figureFour() {
    CategoryChange mutation = category("read(cache disk)", 700, 1_000);
    CategoryChange fellTooLittle = category("read(cache net)", 300, 200);
    CategoryChange otherRoot = category("lookup(cache)", 550, 150);
    CategoryChange small = category("read(cache)", 650, 100);
    CategoryChange anotherRoot = category("readdir(cache disk)", 400, 100);
    CategoryChange large = category("read", 1_100, 600);

    List<CategoryChange> fallen = List.of(large, fellTooLittle, otherRoot, small, anotherRoot);

    assertThat(precursors.of(mutation, fallen, SAME_LOAD))
        .containsExactly(new Precursor(small, 1 / 3.0), new Precursor(large, 2 / 3.0));
  }

  @Test
  void withoutTheRuleWhatFellALittleIsAPrecursorToo() {
    CategoryChange mutation = category("read(disk)", 0, 300);
    CategoryChange little = category("read(cache)", 300, 299);
    CategoryChange rose = category("read", 300, 301);
    Precursors anyFall = new Precursors(new EditDistance(100), false, 100);

    assertThat(precursors.of(mutation, List.of(little, rose), SAME_LOAD)).isEmpty();
    assertThat(anyFall.of(mutation, List.of(little, rose), SAME_LOAD))
        .extracting(Precursor::category)
        .containsExactly(little);
  }

  @Test
  void aFallThatEqualsTheRiseIsEnough() {
    CohortTotals twiceTheLoad = totals(900, 2_100);
    CategoryChange mutation = category("read(disk)", 300, 1_400);
    CategoryChange precursor = category("read", 600, 700);

    assertThat(precursors.of(mutation, List.of(precursor), twiceTheLoad)).hasSize(1);
  }

  @Test
  void moreLoadIsNoRise() {
    CategoryChange steady = category("read(disk)", 100, 200);

    assertThat(precursors.of(steady, List.of(category("read", 300, 0)), totals(1_000, 2_000)))
        .isEmpty();
  }

  @Test
  void thoseThatFellMostAreCandidates() {
    CategoryChange mutation = category("read(disk)", 0, 10);
    CategoryChange most = category("read(a b)", 100, 0);
    CategoryChange less = category("read", 50, 0);

    assertThat(
            new Precursors(new EditDistance(100), true, 1)
                .of(mutation, List.of(less, most), SAME_LOAD))
        .extracting(Precursor::category)
        .containsExactly(most);
  }

  @Test
  void gainedRequestsAreComparedWithTheirPrecursorsOfToday() {
    CategoryChange mutation = timed("read(disk)", 100, 50, 400, 80);
    Precursor near = new Precursor(timed("read(cache)", 300, 999, 100, 20), 0.25);
    Precursor far = new Precursor(timed("read", 300, 999, 200, 60), 0.75);

    assertThat(Contribution.structural(mutation, List.of(near, far), SAME_LOAD))
        .isEqualTo(300 * (80 - 30));
  }

  @Test
  void aPrecursorThatIsGoneTookWhatItTookBefore() {
    CategoryChange mutation = timed("read(disk)", 0, 0, 400, 80);
    Precursor gone = new Precursor(timed("read(cache)", 400, 10, 0, 0), 0.5);

    assertThat(Contribution.structural(mutation, List.of(gone), SAME_LOAD)).isEqualTo(400 * 70);
  }

  @Test
  void withoutPrecursorsTheBaselinesMeanIsWhatRequestsTookBefore() {
    CategoryChange mutation = timed("read(disk)", 0, 0, 400, 80);

    assertThat(Contribution.structural(mutation, List.of(), SAME_LOAD)).isEqualTo(400 * 79);
  }

  @Test
  void requestsThatGotSlowerContributeWhatEachLost() {
    CategoryChange mutation = timed("read", 100, 50, 200, 70);

    assertThat(Contribution.responseTime(mutation, false, totals(1_000, 2_000)))
        .isEqualTo(200 * 20);
  }

  @Test
  void ofAMutationOfBothKindsEachRequestCountsOnce() {
    CategoryChange mutation = timed("read(disk)", 100, 50, 400, 80);
    Precursor precursor = new Precursor(timed("read", 400, 10, 100, 10), 0.5);

    assertThat(Contribution.structural(mutation, List.of(precursor), SAME_LOAD))
        .isEqualTo(300 * 70);
    assertThat(Contribution.responseTime(mutation, true, SAME_LOAD)).isEqualTo(100 * 30);
  }

  @Test
  void emptyCohortsAndCategoriesAreRefused() {
    assertThatThrownBy(() -> totals(0, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> category("read", 0, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThat(new Precursor(category("read", 1, 0), 0.2).similarity())
        .isCloseTo(0.8, within(1e-9));
  }

  private static CategoryChange category(String form, long before, long after) {
    return timed(form, before, 1, after, 1);
  }

  private static CategoryChange timed(
      String form, long before, long meanBefore, long after, long meanAfter) {
    CallTreeSignature flow = new CallTreeSignature(form.hashCode(), 0);
    return new CategoryChange(flow, form(form), sums(before, meanBefore), sums(after, meanAfter));
  }

  private static CohortTotals totals(long before, long after) {
    return new CohortTotals(sums(before, 1), sums(after, 1));
  }

  private static RequestSums sums(long count, long mean) {
    return new RequestSums(count, BigInteger.valueOf(count * mean));
  }
}
