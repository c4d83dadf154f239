package io.tracemill.analysis.detection;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Incident.Severity;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("slow")
class HealthyDayTest {
  private static final int PANES = 2880;

  @ParameterizedTest
  @CsvSource({"1, 4", "2, 10"})
  void chanceRaisesNoAlert(long seed, int endpoints) {
    DetectionRules rules = DetectionRules.standard();
    SyntheticShop shop =
        new SyntheticShop(seed, endpoints, rules.scale(), SyntheticShop.Traffic.standard());
    Detector detector = new Detector(rules);
    List<Incident> alerts = new ArrayList<>();
    for (int pane = 1; pane <= PANES; pane++) {
      long end = pane * rules.paneMillis();
      detector.judge(end, shop.pane(end, SyntheticShop.Fault.NONE)).incidents().stream()
          .filter(incident -> incident.severity() != Severity.INFO)
          .forEach(alerts::add);
    }

    assertThat(alerts).isEmpty();
  }
}
