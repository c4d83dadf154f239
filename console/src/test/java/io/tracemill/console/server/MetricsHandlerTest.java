package io.tracemill.console.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.console.server.TestConsole.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MetricsHandlerTest {
  @Test
  void prometheusGetsTheFormatThatItAsksFor() throws Exception {
    try (TestConsole console = TestConsole.start(TestConsole.OPEN)) {
      Answer text = console.ask("GET", "/metrics");
      assertThat(text.status()).isEqualTo(200);
      assertThat(text.header("Content-Type"))
          .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain; version=0.0.4"));
      assertThat(text.body())
          .contains("tracemill_endpoint_error_ratio{operation=\"buy\",service=\"shop\"} 0.1\n");
      Answer open =
          console.ask("GET", "/metrics", "Accept: application/openmetrics-text; version=1.0.0");
      assertThat(open.header("Content-Type"))
          .hasValueSatisfying(type -> assertThat(type).startsWith("application/openmetrics-text"));
      assertThat(open.body()).endsWith("# EOF\n");
    }
  }
}
