package io.tracemill.cli.cluster;

import io.tracemill.cli.process.FreePorts;
import io.tracemill.cli.process.JavaProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.zookeeper.FlinkZooKeeperQuorumPeer;
import org.apache.flink.util.FileUtils;

/** The ZooKeeper that Flink ships, in a process of its own, by which job managers find a leader. */
final class ZooKeeperProcess implements AutoCloseable {
  /** Of a job manager that is gone, ZooKeeper knows after so long. */
  private static final int SESSION_MILLIS = 10_000;

  private final JavaProcess process;
  private final Path home;
  private final int port;

  private ZooKeeperProcess(JavaProcess process, Path home, int port) {
    this.process = process;
    this.home = home;
    this.port = port;
  }

  /** Starts it; clients wait until it answers. */
  static ZooKeeperProcess start() throws IOException {
    Path home = Setup.TRIALS.resolve("zookeeper");
    FileUtils.deleteDirectory(home.toFile());
    Files.createDirectories(home);
    int port = FreePorts.any();
    Path configuration =
        Files.writeString(
            home.resolve("zoo.cfg"),
            """
            tickTime=1000
            clientPort=%d
            clientPortAddress=127.0.0.1
            admin.enableServer=false
            dataDir=%s
            """
                .formatted(port, home.resolve("zookeeper")));
    JavaProcess process =
        JavaProcess.start(
            home.resolve("zookeeper.log"),
            List.of(
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-Dlog4j2.level=WARN",
                "-cp",
                ClusterLibraries.classPath(),
                FlinkZooKeeperQuorumPeer.class.getName(),
                "--zkConfigFile",
                configuration.toString(),
                "--peerId",
                "1"),
            Map.of());
    return new ZooKeeperProcess(process, home, port);
  }

  /** What a cluster has to be told to survive its job manager. */
  Map<String, String> highAvailability() {
    return Map.of(
        "high-availability.type",
        "zookeeper",
        "high-availability.zookeeper.quorum",
        "127.0.0.1:" + port,
        "high-availability.zookeeper.client.session-timeout",
        SESSION_MILLIS + "ms",
        "high-availability.storageDir",
        home.resolve("recovery").toUri().toString());
  }

  @Override
  public void close() throws InterruptedException {
    process.close();
  }
}
