package io.tracemill.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tracemill.analysis.record.IncidentRecord;
import io.tracemill.connectors.output.PartialRecord;
import io.tracemill.connectors.output.ResultStream;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class FindingsTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  /** Cache at 60 s (catalog), slow at 360 s (shipping). */
  private final Findings findings = new Findings(Scenario.FAULTS.from(START));

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
}
