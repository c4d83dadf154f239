package io.tracemill.pipeline.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.CodecContract;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoutedIncidentCodecTest extends CodecContract<RoutedIncident> {
  private static final Frame CART = Frame.of("cart", "GET /");
  private static final RoutedIncident OPEN =
      new RoutedIncident(CART, ScriptedDetection.incident(CART, 7, true, 9));
  private static final RoutedIncident ENDED =
      new RoutedIncident(CART, ScriptedDetection.incident(Frame.of("", "€"), 8, false, -1));

  RoutedIncidentCodecTest() {
    super(new RoutedIncidentCodec(), List.of(OPEN, ENDED));
  }

  @Test
  void incidentsComeBackEqual() throws IOException {
    RoutedIncidentCodec codec = new RoutedIncidentCodec();
    for (RoutedIncident incident : List.of(OPEN, ENDED)) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      codec.write(incident, new DataOutputStream(bytes));
      assertThat(codec.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()))))
          .isEqualTo(incident);
    }
  }
}
