package io.tracemill.store.question;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.span.Frame;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.QueryException;
import io.tracemill.store.engine.StoreSession;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LatencyGridTest {
  private static final Frame SHOP = Frame.of("shop", "GET /");
  private static final MadeUpCategory BUYS =
      MadeUpTraffic.category(SHOP, 1, MadeUpTraffic.node(0, "shop", "GET /"));
  private static final MadeUpCategory CART =
      MadeUpTraffic.category(
          Frame.of("cart", "GET /cart"), 2, MadeUpTraffic.node(0, "cart", "GET /cart"));

  @TempDir private Path directory;

  private List<KeptRequest> all = List.of();

  @BeforeEach
  void write() {
    all = MadeUpTraffic.random(List.of(BUYS, CART), 3_000, 4, true, new Random(5));
    TestStore.write(directory, TestStore.LINE, all);
  }

  @Test
  void eachCellHoldsTheRequestsOfItsTimeAndDuration() {
    Filter filter =
        Filter.ALL
            .of(SHOP)
            .during(
                new Period(
                    MadeUpTraffic.START_MILLIS + 1_000_000,
                    MadeUpTraffic.START_MILLIS + 9_000_000));
    List<KeptRequest> requests = statistics(filter);
    LatencyGrid grid = ask(filter, 20);

    assertThat(grid.rows()).isEqualTo(requests.size()).isPositive();
    assertThat(grid.requests()).isEqualTo(Math.round(Reference.weight(requests)));
    assertThat(grid.bucketMillis()).isEqualTo(Duration.ofMinutes(10).toMillis());
    assertThat(grid.columns()).hasSizeBetween(13, 15);
    assertThat(grid.edgesNanos()).isSorted().doesNotHaveDuplicates().hasSizeBetween(20, 61);
    for (LatencyGrid.Column column : grid.columns()) {
      for (int bin = 0; bin < column.counts().size(); bin++) {
        Filter cell =
            filter
                .during(new Period(column.timeMillis(), column.timeMillis() + grid.bucketMillis()))
                .lasting(grid.edgesNanos().get(bin), grid.edgesNanos().get(bin + 1));
        List<KeptRequest> inside =
            requests.stream().filter(each -> Reference.selects(cell, each)).toList();
        assertThat(column.counts().get(bin)).isEqualTo(Math.round(Reference.weight(inside)));
      }
    }
  }

  @Test
  void columnsAndBinsAreBoundedAndHaveNoGaps() {
    for (int most : new int[] {2, 7, LatencyGrid.MAX_COLUMNS}) {
      LatencyGrid grid = ask(Filter.ALL, most);
      assertThat(grid.columns()).hasSizeBetween(1, most);
      long first = grid.columns().get(0).timeMillis();
      for (int i = 0; i < grid.columns().size(); i++) {
        assertThat(grid.columns().get(i).timeMillis()).isEqualTo(first + i * grid.bucketMillis());
        assertThat(grid.columns().get(i).counts()).hasSize(grid.edgesNanos().size() - 1);
      }
    }
  }

  @Test
  void aGridOfNothingAndOneOfTooManyColumnsAreRefused() {
    assertThatThrownBy(() -> ask(Filter.ALL.of(Frame.of("no", "such")), 10))
        .isInstanceOf(QueryException.class)
        .hasMessageStartingWith("no complete request matches");
    assertThatThrownBy(() -> ask(Filter.ALL, LatencyGrid.MAX_COLUMNS + 1))
        .isInstanceOf(QueryException.class)
        .hasMessage("201 columns are too many; give at most 200");
    assertThatThrownBy(() -> ask(Filter.ALL, 1))
        .isInstanceOf(QueryException.class)
        .hasMessage("1 buckets of time are too few; give at least 2");
  }

  private LatencyGrid ask(Filter filter, int columns) {
    try (StoreSession session = TestStore.open(directory).session(filter.time())) {
      return LatencyGrid.ask(session, filter, columns);
    }
  }

  private List<KeptRequest> statistics(Filter filter) {
    return all.stream()
        .filter(each -> each.complete() && each.weight() > 0)
        .filter(each -> Reference.selects(filter, each))
        .toList();
  }
}
