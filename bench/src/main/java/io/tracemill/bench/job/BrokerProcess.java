package io.tracemill.bench.job;

import io.tracemill.cli.broker.EmbeddedBroker;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * A broker in its own process. It writes {@code ready HOST:PORT} to standard output once it is
 * reachable. It stops when its standard input ends, which also happens when the parent process
 * dies.
 */
public final class BrokerProcess {
  /** The prefix of the line with the broker's address. */
  public static final String READY = "ready ";

  private BrokerProcess() {}

  /** Runs until standard input ends. The optional argument is the port. */
  public static void main(String[] arguments) throws IOException {
    int port = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 0;
    run(port, System.in, new PrintStream(System.out, true, StandardCharsets.UTF_8));
    // Kafka leaves non-daemon threads behind for a while.
    System.exit(0);
  }

  static void run(int port, InputStream in, PrintStream out) throws IOException {
    try (EmbeddedBroker broker = EmbeddedBroker.start(port)) {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> closeQuietly(broker), "broker-stop"));
      out.println(READY + broker.bootstrapServers());
      in.transferTo(PrintStream.nullOutputStream());
    }
  }

  private static void closeQuietly(EmbeddedBroker broker) {
    try {
      broker.close();
    } catch (IOException e) {
      // The operating system removes what is left in the temporary directory.
    }
  }
}
