package io.tracemill.cli.broker;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * A broker that is a process of its own: it writes {@code ready HOST:PORT} to standard output once
 * it can be reached, and stops when its standard input ends, which also happens when the process
 * that started it dies.
 */
public final class BrokerProcess {
  /** What stands before the address in the line that says the broker can be reached. */
  public static final String READY = "ready ";

  private BrokerProcess() {}

  /** Runs until standard input ends; an argument, if there is one, is the port. */
  public static void main(String[] arguments) throws IOException {
    int port = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 0;
    run(port, System.in, new PrintStream(System.out, true, StandardCharsets.UTF_8));
    // Kafka leaves threads that are no daemons for a while.
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
      // What is left in the temporary directory is the operating system's to remove.
    }
  }
}
