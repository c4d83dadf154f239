package io.tracemill.cli.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.request.EndpointPattern;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class GatewayTest {
  private final List<EndpointProfile.Node> tree = new ArrayList<>();

  private void node(int parent, String service, String operation, long traces) {
    PathStep step = PathStep.of(Frame.of(service, operation));
    tree.add(new EndpointProfile.Node(parent, step, traces, 0, 0, Optional.empty()));
  }

  @Test
  void aServiceThatPassesEachRequestOnToOneOfSeveralHidesThem() {
    node(-1, "gate", "/*", 10);
    node(0, "gate", "HTTP", 10);
    node(1, "cart", "GET /cart", 6);
    node(2, "db", "query", 6);
    node(0, "shop", "GET /", 4);

    Gateway gateway = Gateway.of("gate", tree).orElseThrow();

    assertThat(gateway.hidden()).isEqualTo(2);
    assertThat(gateway.setting(List.of(new EndpointPattern("edge \"1\"", "*"))))
        .containsExactly(
            "endpoints:",
            "  skip:",
            "    - {service: \"edge \\\"1\\\"\", operation: \"*\"}",
            "    - {service: \"gate\", operation: \"*\"}");
  }

  @Test
  void aServiceThatCallsSeveralInEachRequestIsNoGateway() {
    node(-1, "frontend", "GET /", 10);
    node(0, "cart", "GET /cart", 8);
    node(0, "shop", "GET /", 8);

    assertThat(Gateway.of("frontend", tree)).isEmpty();
  }

  @Test
  void whatCallsOneOperationOnlyHidesNothing() {
    node(-1, "gate", "/*", 10);
    node(0, "cart", "GET /cart", 10);

    assertThat(Gateway.of("gate", tree)).isEmpty();
  }
}
