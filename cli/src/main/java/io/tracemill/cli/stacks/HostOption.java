package io.tracemill.cli.stacks;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import picocli.CommandLine.Option;

/** {@code --host NAME}: the node that was recorded. */
final class HostOption {
  @Option(
      names = "--host",
      paramLabel = "NAME",
      description =
          "The node, as spans name it: k8s.node.name, else host.id, else host.name (default:"
              + " this machine's name).")
  private Optional<String> name = Optional.empty();

  String name() throws UnknownHostException {
    return name.isPresent() ? name.get() : InetAddress.getLocalHost().getHostName();
  }
}
