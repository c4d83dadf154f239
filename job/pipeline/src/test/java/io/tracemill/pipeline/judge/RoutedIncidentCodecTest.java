package io.tracemill.pipeline.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.detection.Chains;
import io.tracemill.analysis.detection.DetectionRules;
import io.tracemill.analysis.detection.Detector;
import io.tracemill.pipeline.CodecContract;
import io.tracemill.pipeline.serialization.SmileCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoutedIncidentCodecTest extends CodecContract<RoutedIncident> {
  private static final List<RoutedIncident> INCIDENTS = incidents();

  RoutedIncidentCodecTest() {
    super(new SmileCodec<>(RoutedIncident.class), INCIDENTS);
  }

  /** A slower edge, errors, a call that is not made, and their ends. */
  private static List<RoutedIncident> incidents() {
    Chains chains = new Chains(1);
    chains.endpoint("checkout", 30, "front", "payment", "bank");
    chains.endpoint("search", 30, "shop", "index", "€");
    Detector detector = new Detector(DetectionRules.standard());
    List<RoutedIncident> incidents = new ArrayList<>();
    for (int pane = 1; pane <= 80; pane++) {
      switch (pane) {
        case 40 -> chains.slower(Chains.edge("payment", "bank"), 4);
        case 45 -> chains.failing("index", 0.3);
        case 50 -> chains.missing("€", 1);
        case 60 -> chains.healthy();
        default -> {}
      }
      detector
          .judge(pane * 30_000L, chains.pane(0))
          .incidents()
          .forEach(one -> incidents.add(new RoutedIncident(one.endpoints().get(0), one)));
    }
    return incidents;
  }

  @Test
  void incidentsComeBackEqual() throws IOException {
    SmileCodec<RoutedIncident> codec = new SmileCodec<>(RoutedIncident.class);
    assertThat(INCIDENTS).hasSizeGreaterThan(40);
    for (RoutedIncident incident : INCIDENTS) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      codec.write(incident, new DataOutputStream(bytes));
      assertThat(codec.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()))))
          .isEqualTo(incident);
    }
  }
}
