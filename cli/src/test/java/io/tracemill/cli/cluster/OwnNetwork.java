package io.tracemill.cli.cluster;

import io.tracemill.cli.process.SystemCommand;
import java.io.IOException;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The network of this process and of those that it has started, where it is not that of whoever
 * started it: a network namespace of Linux that has a loopback and no more. What is lost in it is
 * lost as packets are, and TCP has to find out.
 */
final class OwnNetwork {
  private static final Path COUNTERS = Path.of("/proc/net/snmp");

  private OwnNetwork() {}

  /**
   * Finds it.
   *
   * @throws IOException if others may have the same
   */
  static OwnNetwork find() throws IOException {
    boolean alone = NetworkInterface.networkInterfaces().allMatch(OwnNetwork::isLoopback);
    ProcessHandle self = ProcessHandle.current();
    if (!alone
        || self.parent().isEmpty()
        || namespace(self).equals(namespace(self.parent().get()))) {
      throw new IOException("not in a network namespace of its own, with a loopback alone");
    }
    return new OwnNetwork();
  }

  private static Path namespace(ProcessHandle process) throws IOException {
    return Files.readSymbolicLink(Path.of("/proc", Long.toString(process.pid()), "ns", "net"));
  }

  private static boolean isLoopback(NetworkInterface some) {
    try {
      return some.isLoopback();
    } catch (SocketException e) {
      return false;
    }
  }

  /** From now on every packet is lost. */
  void lose() throws IOException, InterruptedException {
    loopback("down");
  }

  /** From now on packets arrive again. */
  void carry() throws IOException, InterruptedException {
    loopback("up");
  }

  private static void loopback(String state) throws IOException, InterruptedException {
    SystemCommand.run("ip", "link", "set", "lo", state);
  }

  /** How many segments TCP has sent again so far, as nobody had confirmed them. */
  long sentAgain() throws IOException {
    List<String[]> tcp =
        Files.readAllLines(COUNTERS).stream()
            .filter(line -> line.startsWith("Tcp:"))
            .map(line -> line.split(" "))
            .toList();
    int column = Arrays.asList(tcp.get(0)).indexOf("RetransSegs");
    return Long.parseLong(tcp.get(1)[column]);
  }
}
