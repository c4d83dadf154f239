package io.tracemill.connectors.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.connectors.files.SortedUnits.Placed;
import io.tracemill.connectors.files.UnitReader.RawUnit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

final class SortedUnitsTest {
  private static final int UNIT_BYTES = 8;

  private static final long SECOND = 1_000_000_000;

  /** What a unit counts for. */
  private static final long HELD_BYTES = UNIT_BYTES + 128;

  @Property(tries = 100)
  void anyOrderIsSortedWhateverFitsIntoMemory(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    List<Long> times =
        new ArrayList<>(
            random.longs(random.nextInt(200), 0, 50 * SECOND).boxed().sorted().toList());
    switch (random.nextInt(3)) {
      case 0 -> Collections.shuffle(times, random);
      case 1 -> Collections.reverse(times);
      default -> {}
    }
    try (SortedUnits units = sorted(times, (1 + random.nextInt(300)) * HELD_BYTES)) {
      if (random.nextInt(3) != 1) {
        List<Long> found = times(units);
        assertThat(found).hasSameSizeAs(times).containsExactlyInAnyOrderElementsOf(times);
        assertThat(misplaced(found)).isEqualTo(units.unsorted());
      }
    }
  }

  @Test
  void newestFirstIsSortedThroughFiles() throws Exception {
    List<Long> times =
        new ArrayList<>(LongStream.range(0, 1000).map(time -> time * SECOND).boxed().toList());
    Collections.reverse(times);
    try (SortedUnits units = sorted(times, 10 * HELD_BYTES)) {
      assertThat(times(units)).isSorted().hasSize(1000);
      assertThat(units.unsorted()).isZero();
    }
  }

  @Test
  void aFileWhoseUnitsAreWithinASecondIsInOrder() throws Exception {
    Random random = new Random(1);
    List<Long> times =
        LongStream.range(0, 5000)
            .map(i -> i * SECOND / 1000 + random.nextLong(SECOND))
            .boxed()
            .toList();
    try (SortedUnits units = sorted(times, 1000 * HELD_BYTES)) {
      assertThat(misplaced(times(units))).isZero();
      assertThat(units.unsorted()).isZero();
    }
  }

  @Test
  void aUnitTooFarFromItsPlaceIsCounted() throws Exception {
    List<Long> times =
        new ArrayList<>(LongStream.range(100, 1000).map(time -> time * SECOND).boxed().toList());
    times.add(500, 7 * SECOND);
    try (SortedUnits units = sorted(times, 20 * HELD_BYTES)) {
      assertThat(times(units)).hasSize(901);
      assertThat(units.unsorted()).isEqualTo(1);
    }
  }

  @Test
  void aUnitWithoutATimeStaysBehindTheOneBefore() throws Exception {
    try (SortedUnits units = sorted(List.of(5L, -1L, 3L), Long.MAX_VALUE)) {
      assertThat(times(units)).containsExactly(3L, 5L, -1L);
    }
    try (SortedUnits units = sorted(List.of(-1L, 5L), Long.MAX_VALUE)) {
      assertThat(times(units)).containsExactly(-1L, 5L);
      assertThat(units.unsorted()).isZero();
    }
  }

  @Test
  void whatComesBeforeABreakIsReturnedFirst() throws Exception {
    Iterator<Long> times = List.of(2L, 1L).iterator();
    UnitReader broken =
        () -> {
          if (times.hasNext()) {
            return Optional.of(unit(times.next()));
          }
          throw new IOException("broken");
        };
    try (SortedUnits units = new SortedUnits(broken, Long.MAX_VALUE, Long.MAX_VALUE)) {
      assertThat(units.next())
          .map(placed -> placed.unit().latestEndNanos().getAsLong())
          .contains(1L);
      assertThat(units.next()).isPresent();
      assertThatThrownBy(units::next).hasMessage("broken");
    }
  }

  /** How many are more than a second before one that came earlier. */
  private static long misplaced(List<Long> times) {
    long latest = 0;
    long misplaced = 0;
    for (long time : times) {
      misplaced += time < latest - SECOND ? 1 : 0;
      latest = Math.max(latest, time);
    }
    return misplaced;
  }

  private static SortedUnits sorted(List<Long> times, long maxBytes) {
    Iterator<Long> left = times.iterator();
    return new SortedUnits(
        () -> left.hasNext() ? Optional.of(unit(left.next())) : Optional.empty(),
        maxBytes,
        maxBytes);
  }

  private static RawUnit unit(long time) {
    OptionalLong end = time < 0 ? OptionalLong.empty() : OptionalLong.of(time);
    return new RawUnit(new byte[UNIT_BYTES], FileFormat.OTLP_JSON, end);
  }

  private static List<Long> times(SortedUnits units) throws Exception {
    List<Long> times = new ArrayList<>();
    for (Optional<Placed> next = units.next(); next.isPresent(); next = units.next()) {
      times.add(next.get().unit().latestEndNanos().orElse(-1));
    }
    return times;
  }
}
