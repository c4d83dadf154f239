package io.tracemill.cli.broker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
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

  @Test
  void theProcessSaysWhereItListensAndStopsWhenItsInputEnds() throws Exception {
    PipedOutputStream stop = new PipedOutputStream();
    PipedInputStream said = new PipedInputStream();
    PrintStream out = new PrintStream(new PipedOutputStream(said), true, UTF_8);
    CompletableFuture<Void> process = runAsync(new PipedInputStream(stop), out);

    String line = new BufferedReader(new InputStreamReader(said, UTF_8)).readLine();
    assertThat(line).matches("ready 127\\.0\\.0\\.1:\\d+");
    stop.close();

    assertThat(process).succeedsWithin(60, TimeUnit.SECONDS);
  }

  private static CompletableFuture<Void> runAsync(PipedInputStream in, PrintStream out) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            BrokerProcess.run(0, in, out);
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        });
  }
}
