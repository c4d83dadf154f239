package io.tracemill.cli.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.tracemill.analysis.request.EndpointPattern;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class GatewayTest {
  private final ArrayNode tree = new ObjectMapper().createArrayNode();

  private void node(int parent, String service, String operation, long traces) {
    tree.addObject()
        .put("parent", parent)
        .put("service", service)
        .put("operation", operation)
        .put("traces", traces);
  }

  @Test
  void aServiceThatPassesEachRequestOnToOneOfSeveralHidesThem() throws IOException {
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
