package io.tracemill.store.question;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.store.question.StoredTrace.Section;
import io.tracemill.store.question.StoredTrace.Span;
import io.tracemill.store.question.TraceStatistics.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TraceStatisticsTest {
  private final List<Span> spans = new ArrayList<>();

  private TraceStatisticsTest span(int parent, String service, long from, long to) {
    spans.add(
        new Span(parent, service, "op of " + service, "", "server", from, to - from, 0, false));
    return this;
  }

  private Row operation(int place, Section... path) {
    return TraceStatistics.of(spans, List.of(path)).operations().get(place);
  }

  @Test
  void ownTimeIsThatOutsideChildrenWhichMayOverlapAndOutlast() {
    span(-1, "shop", 0, 100)
        .span(0, "cart", 10, 40)
        .span(0, "pay", 30, 60)
        .span(0, "mail", 90, 130);

    Row shop = operation(0, new Section(0, 0, 100));

    assertThat(shop.ownNanos()).isEqualTo(100 - (60 - 10) - (100 - 90));
    assertThat(shop.totalNanos()).isEqualTo(100);
    assertThat(shop.criticalNanos()).isEqualTo(100);
  }

  @Test
  void theOperationWithMostTimeOnTheCriticalPathComesFirst() {
    span(-1, "shop", 0, 100).span(0, "cart", 0, 20).span(0, "cart", 20, 90);

    TraceStatistics found =
        TraceStatistics.of(
            spans, List.of(new Section(1, 0, 20), new Section(2, 20, 90), new Section(0, 90, 100)));

    assertThat(found.operations()).extracting(Row::service).containsExactly("cart", "shop");
    assertThat(found.operations().get(0).spans()).isEqualTo(2);
    assertThat(found.operations()).extracting(Row::criticalNanos).containsExactly(90L, 10L);
    assertThat(found.services()).extracting(Row::operation).containsOnly(Optional.empty());
  }

  @Test
  void callsOneAfterAnotherAreMarkedAsRepeated() {
    span(-1, "shop", 0, 100);
    for (long call = 0; call < 7; call++) {
      span(0, "db", 10 * call, 10 * call + 9);
    }

    assertThat(operation(0, new Section(1, 0, 9)).repeated()).hasValue(7);
  }

  @Test
  void callsAtTheSameTimeAreNot() {
    span(-1, "shop", 0, 100);
    for (int call = 0; call < 50; call++) {
      span(0, "db", call, 60 + call);
    }

    assertThat(operation(0, new Section(1, 0, 9)).repeated()).isEmpty();
  }

  @Test
  void callsOfSeveralSpansAreNotOneLoop() {
    span(-1, "shop", 0, 100);
    for (long call = 0; call < 4; call++) {
      span(0, "cart", 20 * call, 20 * call + 20)
          .span((int) (2 * call + 1), "db", 20 * call, 20 * call + 9);
    }

    assertThat(TraceStatistics.of(spans, List.of()).operations())
        .extracting(Row::repeated)
        .containsOnly(Optional.empty());
  }
}
