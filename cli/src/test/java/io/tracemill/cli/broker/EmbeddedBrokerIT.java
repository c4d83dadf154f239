package io.tracemill.cli.broker;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
final class EmbeddedBrokerIT {
  @Test
  void aTakenPortIsNamed() throws Exception {
    try (ServerSocket taken = new ServerSocket(0)) {
      int port = taken.getLocalPort();
      assertThatThrownBy(() -> EmbeddedBroker.start(port))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(Integer.toString(port));
    }
  }
}
