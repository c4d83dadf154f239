package io.tracemill.store.compare;

import static io.tracemill.store.compare.ComparedTraffic.AFTER;
import static io.tracemill.store.compare.ComparedTraffic.BEFORE;
import static io.tracemill.store.compare.ComparedTraffic.PAID;
import static io.tracemill.store.compare.ComparedTraffic.SHOP;
import static io.tracemill.store.compare.ComparedTraffic.index;
import static io.tracemill.store.compare.ComparedTraffic.mean;
import static io.tracemill.store.compare.ComparedTraffic.named;
import static io.tracemill.store.compare.ComparedTraffic.selected;
import static io.tracemill.store.compare.ComparedTraffic.tied;
import static io.tracemill.store.compare.ComparedTraffic.uniform;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.cohort.AttributeValue;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.question.MadeUpTraffic;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UniformPartTest {
  @TempDir private Path directory;

  /** A busy pane has dropped all requests with the attribute; a quiet pane has all requests. */
  @Test
  void aPaneWithoutRequestsOfTheSetLowersTheThreshold() {
    AttributeValue rare = new AttributeValue("version", "v1");
    Random random = new Random(12);
    List<KeptRequest> all = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      boolean busy = i % 2 == 0;
      KeptRequest request =
          MadeUpTraffic.request(
              PAID,
              BEFORE.startMillis() + (busy ? 10_000 : 0),
              1_000_000L * (1 + random.nextInt(20)),
              false,
              1,
              random,
              1_000_000L,
              1_000L);
      boolean isRare = request.attributes().stream().anyMatch(has -> has.value().equals("v1"));
      if (!busy || !isRare) {
        all.add(request.weighing(busy ? 9 : 1, busy ? 0.1 : 1));
      }
    }
    Filter filter =
        Filter.ALL.during(BEFORE).having(List.of(rare)).of(SHOP).ofCategory(PAID.category().hex());
    NodeTable table;
    try (StoreSession session = index(directory, all)) {
      table = NodeTable.read(new Requests(session, filter), PAID.form().nodes().size());
    }

    int few = uniform(all, filter, ComparedTraffic::nanos).length;
    assertThat(few).isBetween(10, 60).isLessThan(selected(all, filter).size() / 4);
    assertThat(table.uniform()).hasSize(3).allSatisfy(times -> assertThat(times).hasSize(few));
    assertThat(table.durations().rows()).isEqualTo(selected(all, filter).size());
  }

  @Test
  void anEmptyUniformSampleIsNotTested() {
    List<KeptRequest> all =
        tied(200, false, new Random(13)).stream().map(each -> each.weighing(3, 0)).toList();
    CategoryComparison comparison;
    try (StoreSession session = index(directory, all)) {
      comparison =
          CategoryComparison.ask(
              new Requests(session, Filter.ALL.during(BEFORE)),
              new Requests(session, Filter.ALL.during(AFTER)),
              named(PAID));
    }

    for (CategoryComparison.Node node : comparison.nodes()) {
      assertThat(node.pValue()).isEmpty();
    }
    Filter paid = Filter.ALL.of(SHOP).ofCategory(PAID.category().hex());
    assertThat(comparison.nodes().get(0).before().meanNanos())
        .isCloseTo(mean(selected(all, paid.during(BEFORE)), ComparedTraffic::nanos), within(1e-3));
  }
}
