package io.tracemill.analysis.quality;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class QualityLedgerTest {
  private static final long PANE = 1000;

  private final QualityLedger ledger = new QualityLedger(PANE);
  private final List<String> drained = new ArrayList<>();

  @Test
  void panesAreCountedApartWhateverOrderTheyAreAskedForIn() {
    use(1500, 1);
    use(2500, 2);
    use(1999, 4);
    drain(4000);
    assertThat(drained).containsExactly("1000 5", "2000 2");
  }

  @Test
  void whatIsCountedAfterAPaneWasTakenAwayIsHandedOutByTheNext() {
    use(1500, 1);
    drain(2000);
    use(1500, 2);
    drain(2000);
    assertThat(drained).containsExactly("1000 1", "1000 2");
  }

  @Test
  void aPaneThatHasNotEndedStays() {
    use(1500, 1);
    drain(1999);
    assertThat(drained).isEmpty();
  }

  @Test
  void manyEndpointsTakeNoRoomFromServices() {
    for (int i = 0; i < QualityLedger.MAX_SCOPES + 2; i++) {
      ledger
          .counts(0, new QualityScope.Endpoint(Frame.of("shop", "op " + i)))
          .add(Measure.REQUESTS, 1);
    }
    QualityScope cart = new QualityScope.Service("cart");
    ledger.counts(0, cart).add(Measure.SERVICE_SPANS, 1);
    List<QualityDelta> deltas = new ArrayList<>();
    ledger.drain(PANE, deltas::add);

    assertThat(deltas).hasSize(QualityLedger.MAX_SCOPES + 2);
    assertThat(deltas).extracting(QualityDelta::scope).contains(cart);
    assertThat(deltas)
        .filteredOn(delta -> delta.scope().subject().equals(List.of("(other)", "(other)")))
        .singleElement()
        .satisfies(other -> assertThat(other.counts().get(Measure.REQUESTS)).isEqualTo(2));
  }

  private void use(long timeMillis, long spans) {
    ledger.job(timeMillis).add(Measure.SPANS_USED, spans);
  }

  private void drain(long millis) {
    ledger.drain(
        millis,
        delta -> drained.add(delta.paneMillis() + " " + delta.counts().get(Measure.SPANS_USED)));
  }
}
