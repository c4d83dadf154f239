package io.tracemill.analysis.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.baseline.Row.Kind;
import org.junit.jupiter.api.Test;

class RowTest {
  private static final long PANE = 30_000;
  private static final int MAX_BLOCKS = 2;

  private final PaneClock clock = new PaneClock(PANE, new int[] {2, 4}, MAX_BLOCKS);
  private final Row row = new Row(clock, 0, Kind.CALL);

  private void pane(int requests, int having) {
    clock.begin(clock.panes() * PANE + PANE);
    row.begin(clock);
    row.count(clock.newest(), requests, having);
  }

  private void panes(int count) {
    for (int pane = 0; pane < count; pane++) {
      pane(10, 5);
    }
  }

  private long stored() {
    return row.blocks.stream().mapToLong(Block::requests).sum();
  }

  private int newest() {
    return clock.size() - 1;
  }

  @Test
  void aPaneEntersTheBaselineWhenItLeavesTheRecentOnes() {
    pane(7, 3);
    panes(clock.size() - 1);
    assertThat(row.blocks).isEmpty();

    panes(1);
    assertThat(stored()).isEqualTo(7);
    assertThat(row.blocks.getFirst().scores()).isEqualTo(3);
    assertThat(row.blocks.getFirst().startMillis).isEqualTo(PANE);
  }

  @Test
  void aSuspiciousPaneOfAnOpenIncidentDoesNot() {
    pane(7, 3);
    row.suspect(clock, newest());
    row.hold(clock, newest());
    panes(clock.size());

    assertThat(stored()).isZero();
  }

  @Test
  void aSuspiciousPaneWithoutAnIncidentDoes() {
    pane(7, 3);
    row.suspect(clock, newest());
    panes(clock.size());

    assertThat(stored()).isEqualTo(7);
  }

  @Test
  void aPaneWithoutRequestsDoesNotAgeTheBaseline() {
    pane(7, 3);
    for (int pane = 0; pane < 10_000; pane++) {
      pane(0, 0);
    }

    assertThat(stored()).isEqualTo(7);
  }

  @Test
  void theBaselineTakesAtMostItsBlocks() {
    panes(10 * Block.PANES);

    assertThat(row.blocks).hasSize(MAX_BLOCKS);
    assertThat(stored())
        .isBetween(10L * (MAX_BLOCKS - 1) * Block.PANES, 10L * MAX_BLOCKS * Block.PANES);
  }

  @Test
  void whatWasFoundIsNotFoundAgainExceptTheNewestPanes() {
    panes(4);
    row.suspect(clock, 1);
    row.spend(clock, clock.size() - 2);

    assertThat(row.requests(clock, 0)).isEqualTo(30);
    assertThat(row.meanScore(clock, 0)).isEqualTo(0.5);
    assertThat(row.allRequests(clock, 0)).isEqualTo(40);
  }

  @Test
  void aNewShareCountsEarlierRequestsAsWithoutIt() {
    panes(10);
    Row other = new Row(clock, 1, Kind.ERROR);
    other.takeRequestsOf(row);

    Baseline baseline = Baseline.of(other, clock, clock.size(), 2, 0.1);
    assertThat(baseline.requests()).isEqualTo(100);
    assertThat(baseline.mean()).isZero();
  }
}
