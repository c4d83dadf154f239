package io.tracemill.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.record.IncidentRecord;
import io.tracemill.analysis.span.Frame;
import io.tracemill.connectors.output.RecordJson;
import java.io.IOException;
import org.junit.jupiter.api.Test;

final class IncidentTimesTest {
  private static final Frame CART = Frame.of("cart", "GET");
  private static final long PANE = 10_000;

  private final IncidentTimes times = new IncidentTimes(new Period(0, 400_000), PANE);

  @Test
  void anIncidentIsOpenFromTheStartOfItsFirstPaneToTheEndOfItsLast() throws IOException {
    times.add(incident("resolved", "page", 60_000, 200_000));

    assertThat(times.at(CART)).containsExactly(new Period(50_000, 200_000));
    assertThat(times.at(Frame.of("shop", "GET"))).containsExactly(new Period(50_000, 200_000));
    assertThat(times.at(Frame.of("help", "GET"))).isEmpty();
    assertThat(times.count()).isEqualTo(1);
  }

  @Test
  void anIncidentThatFiresLastsUntilItWasLastJudged() throws IOException {
    times.add(incident("firing", "ticket", 60_000, 90_000));
    times.add(incident("firing", "ticket", 300_000, 300_000));

    assertThat(times.at(CART))
        .containsExactly(new Period(50_000, 90_000), new Period(290_000, 300_000));
  }

  @Test
  void aNoticeIsNoIncident() throws IOException {
    times.add(incident("firing", "info", 60_000, 90_000));

    assertThat(times.at(CART)).isEmpty();
    assertThat(times.count()).isZero();
  }

  @Test
  void anIncidentAfterTheTimeDoesNotCount() throws IOException {
    times.add(incident("resolved", "page", 410_000 + PANE, 500_000));

    assertThat(times.at(CART)).isEmpty();
    assertThat(times.count()).isZero();
  }

  private static IncidentRecord incident(
      String status, String severity, long sinceMillis, long judgedMillis) throws IOException {
    return RecordJson.read(
        """
        {"id":"a","status":"%s","severity":"%s","rank":1,"sinceMillis":%d,"firedMillis":%d,
        "judgedMillis":%d,"window":{"startMillis":0,"endMillis":1},
        "baseline":{"startMillis":0,"endMillis":1},"summary":"slow","contributionNanos":1,
        "exemplars":{},
        "endpoints":[{"service":"cart","operation":"GET"},{"service":"shop","operation":"GET"}]}
        """
            .formatted(status, severity, sinceMillis, judgedMillis, judgedMillis),
        IncidentRecord.class);
  }
}
