package io.tracemill.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tracemill.analysis.record.IncidentRecord;
import io.tracemill.connectors.output.PartialRecord;
import io.tracemill.connectors.output.ResultStream;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FindingsTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  /** Cache at 60 s (catalog), slow at 360 s (shipping). */
  private final Findings findings = new Findings(Scenario.FAULTS.from(START), START);

  /** Slow at 60 s. */
  private final Findings slow = new Findings(Scenario.SLOW_SERVICE.from(START), START);

  private void incident(long second, String id, String severity, String culprit) {
    ObjectNode incident = JsonNodeFactory.instance.objectNode();
    incident.put("id", id).put("severity", severity);
    incident.putArray("culprits").addObject().put("type", "frame").put("service", culprit);
    findings.accept(
        PartialRecord.read(ResultStream.INCIDENTS, incident, IncidentRecord.class),
        START.plusSeconds(second));
  }

  private String result(long second) {
    return findings.result(START.plusSeconds(second));
  }

  @Test
  void faultsThatAreFoundAreToldWithTheirDelays() {
    incident(75, "a", "page", "catalog");
    incident(380, "b", "ticket", "shipping");
    assertThat(result(500))
        .isEqualTo("2 faults injected, 2 found, after 15 s and 20 s, right culprit");
  }

  @Test
  void theNewestCulpritOfAnIncidentCountsAndItsFirstTime() {
    incident(75, "a", "ticket", "frontend");
    incident(95, "a", "page", "catalog");
    assertThat(result(200)).isEqualTo("1 fault injected, 1 found, after 15 s, right culprit");
  }

  @Test
  void aWrongCulpritIsNamed() {
    incident(75, "a", "page", "frontend");
    assertThat(result(200))
        .isEqualTo(
            "1 fault injected, 1 found, after 15 s, wrong culprit: frontend instead of catalog");
  }

  @Test
  void aFaultThatIsNotFoundIsNamedUnlessItIsTooEarly() {
    assertThat(result(90)).isEqualTo("1 fault injected, none found, too early to find: catalog");
    assertThat(result(200)).isEqualTo("1 fault injected, none found, not found: catalog");
  }

  @Test
  void anIncidentWithoutAFaultIsToldButANoticeIsNot() {
    incident(40, "a", "ticket", "email");
    incident(45, "b", "info", "email");
    assertThat(result(50)).isEqualTo("no fault injected, 1 incident without a fault");
  }

  @Test
  void quietIsToldToo() {
    assertThat(result(50)).isEqualTo("no fault injected, no incident found");
  }

  @Test
  void aFaultIsAnnouncedWithItsTimeOnceWhenItStartsAndOnceWhenItEnds() {
    assertThat(slow.announced(START.plusSeconds(59))).isEmpty();
    assertThat(slow.announced(START.plusSeconds(60)))
        .containsExactly("00:01:00  fault     shipping takes 30 ms longer");
    assertThat(slow.announced(START.plusSeconds(179))).isEmpty();
    assertThat(slow.announced(START.plusSeconds(181)))
        .containsExactly("00:03:00  over      shipping takes 30 ms longer");
    assertThat(slow.announced(START.plusSeconds(1000))).isEmpty();
  }

  @Test
  void theTimeUntilTheFirstFaultIsToldUntilItComes() {
    assertThat(slow.outlook(START))
        .contains("the job is learning; the first fault comes in 60 s, at 00:01:00 UTC");
    assertThat(slow.outlook(START.plusSeconds(41)).orElseThrow()).contains("in 20 s");
    assertThat(slow.outlook(START.plusSeconds(60))).isEmpty();
    assertThat(new Findings(List.of(), START).outlook(START))
        .contains("this scenario has no fault");
  }

  @Test
  void nothingIsLeftOutByALongPause() {
    assertThat(slow.announced(START.plusSeconds(1000))).hasSize(2);
  }
}
