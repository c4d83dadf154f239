package io.tracemill.analysis.stack.look;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.stack.ThreadName;
import org.junit.jupiter.api.Test;

class HostCellsTest {
  private static final long CELL = HostCells.CELL_NANOS;

  @Test
  void aCellHoldsAtMost256NamesAndTheTimeOfTheRest() {
    HostCells cells = new HostCells("h", CELL);
    for (int i = 0; i < 300; i++) {
      cells.add(0, new ThreadName("p" + i, ""), 5);
    }
    HostCells.Cell cell = cells.cells().firstEntry().getValue();
    assertThat(cell.size()).isEqualTo(256);
    assertThat(cell.name(255)).isEqualTo(ThreadName.OTHER);
    assertThat(cell.nanos(255)).isEqualTo(45 * 5);
  }

  @Test
  void cellsOlderThanTheBoundAreDropped() {
    HostCells cells = new HostCells("h", 2 * CELL);
    for (int cell = 0; cell < 5; cell++) {
      cells.add(cell * CELL, ThreadName.of("p", ""), 5);
    }
    cells.add(0, ThreadName.of("late", ""), 5);
    assertThat(cells.cells().keySet()).containsExactly(3L, 4L);
  }
}
