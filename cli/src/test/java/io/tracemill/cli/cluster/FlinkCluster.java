package io.tracemill.cli.cluster;

import io.tracemill.cli.deploy.ClusterLibraries;
import io.tracemill.cli.process.FreePorts;
import io.tracemill.cli.process.JavaProcess;
import io.tracemill.cli.process.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.clusterframework.TaskExecutorProcessSpec;
import org.apache.flink.runtime.clusterframework.TaskExecutorProcessUtils;
import org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint;
import org.apache.flink.runtime.taskexecutor.TaskManagerRunner;
import org.apache.flink.runtime.util.config.memory.ProcessMemoryUtils;

/**
 * A session cluster as Flink's scripts start one: job managers and task managers, each a process
 * with the jars of a distribution on its class path.
 */
final class FlinkCluster implements AutoCloseable {
  private static final int SLOTS = 2;

  private final Path home;
  private final Network network;
  private final Map<String, String> settings = new LinkedHashMap<>();
  private final List<JavaProcess> jobManagers = new ArrayList<>();
  private final List<JavaProcess> taskManagers = new ArrayList<>();
  private FlinkRest rest = new FlinkRest(0);
  private int started;

  /**
   * Nothing runs yet.
   *
   * @param home of configurations and logs
   * @param network by which the processes reach each other
   * @param extra settings besides those that a small cluster on loopback needs
   */
  FlinkCluster(Path home, Network network, Map<String, String> extra) throws IOException {
    this.home = home;
    this.network = network;
    settings.put("jobmanager.rpc.address", "127.0.0.1");
    listenBehindTheNetwork("jobmanager.rpc", settings);
    settings.put("jobmanager.bind-host", "127.0.0.1");
    settings.put("taskmanager.host", "127.0.0.1");
    settings.put("taskmanager.bind-host", "127.0.0.1");
    settings.put("rest.address", "127.0.0.1");
    settings.put("rest.bind-address", "127.0.0.1");
    settings.put("taskmanager.numberOfTaskSlots", Integer.toString(SLOTS));
    // Or one task manager gets all there is to do.
    settings.put("taskmanager.load-balance.mode", "SLOTS");
    settings.put("taskmanager.memory.task.heap.size", "320m");
    settings.put("taskmanager.memory.managed.size", "16m");
    settings.put("taskmanager.memory.network.min", "32m");
    settings.put("taskmanager.memory.network.max", "32m");
    settings.put("io.tmp.dirs", home.resolve("tmp").toString());
    settings.putAll(extra);
  }

  /** Others are told of another port than the one that is listened on, if there is a proxy. */
  private void listenBehindTheNetwork(String what, Map<String, String> settings)
      throws IOException {
    int port = FreePorts.any();
    settings.put(what + ".bind-port", Integer.toString(port));
    settings.put(what + ".port", Integer.toString(network.before(port)));
  }

  /**
   * Starts a job manager, of which the newest is talked to; done when it answers. Without high
   * availability it takes the place of the one before, where task managers look for it.
   */
  void startJobManager() throws IOException {
    int port = FreePorts.any();
    settings.put("rest.port", Integer.toString(port));
    if (settings.containsKey("high-availability.type")) {
      listenBehindTheNetwork("jobmanager.rpc", settings);
    }
    rest = new FlinkRest(port);
    String name = "jobmanager-" + started++;
    JavaProcess process =
        start(
            name,
            List.of("-Xmx512m", StandaloneSessionClusterEntrypoint.class.getName()),
            List.of());
    jobManagers.add(process);
    Patience.until(
        name + " answers", () -> running(process) && rest.get("/overview").has("slots-total"));
  }

  private static boolean running(JavaProcess process) throws IOException {
    if (!process.isAlive()) {
      throw new AssertionError("has ended: " + process.tail());
    }
    return true;
  }

  /** Starts a task manager; done when the job manager knows it. */
  void startTaskManager() throws IOException {
    String name = "taskmanager-" + started++;
    TaskExecutorProcessSpec memory =
        TaskExecutorProcessUtils.processSpecFromConfig(Configuration.fromMap(settings));
    List<String> options =
        new ArrayList<>(words(ProcessMemoryUtils.generateJvmParametersStr(memory)));
    options.add(TaskManagerRunner.class.getName());
    Map<String, String> own = new LinkedHashMap<>(Map.of("taskmanager.resource-id", name));
    listenBehindTheNetwork("taskmanager.rpc", own);
    listenBehindTheNetwork("taskmanager.data", own);
    List<String> arguments =
        new ArrayList<>(words(TaskExecutorProcessUtils.generateDynamicConfigsStr(memory)));
    own.forEach((key, value) -> arguments.addAll(List.of("-D", key + "=" + value)));
    JavaProcess process = start(name, options, arguments);
    taskManagers.add(process);
    Patience.until(name + " is known", () -> running(process) && rest.knows(name));
  }

  private static List<String> words(String text) {
    return Arrays.asList(text.strip().split("\\s+"));
  }

  private JavaProcess start(String name, List<String> optionsAndMain, List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>(java());
    command.addAll(optionsAndMain);
    command.addAll(List.of("--configDir", configuration(name).toString()));
    command.addAll(arguments);
    return JavaProcess.start(home.resolve(name + ".log"), command, Map.of());
  }

  private Path configuration(String name) throws IOException {
    Path directory = Files.createDirectories(home.resolve("conf").resolve(name));
    Files.createDirectories(home.resolve("tmp"));
    Files.writeString(
        directory.resolve("config.yaml"),
        settings.entrySet().stream()
            .map(each -> each.getKey() + ": " + each.getValue() + "\n")
            .collect(Collectors.joining()));
    return directory;
  }

  private static List<String> java() {
    return ClusterLibraries.jvmOptions(ClusterLibraries.classPath());
  }

  /**
   * Runs Flink's client, as {@code flink} does, against the newest job manager.
   *
   * @return what it says
   */
  String client(List<String> arguments) throws IOException, InterruptedException {
    String name = "client-" + started++;
    Path configuration = configuration(name);
    List<String> command = new ArrayList<>(java());
    command.add("org.apache.flink.client.cli.CliFrontend");
    command.addAll(arguments);
    JavaProcess client =
        JavaProcess.start(
            home.resolve(name + ".log"),
            command,
            Map.of("FLINK_CONF_DIR", configuration.toString()));
    if (client.end() != 0) {
      throw new AssertionError(String.join(" ", arguments) + "\n" + client.tail());
    }
    return client.said();
  }

  FlinkRest rest() {
    return rest;
  }

  /** As {@code kill -9} does to the oldest task manager. */
  void killTaskManager() throws InterruptedException {
    taskManagers.remove(0).kill();
  }

  /** As {@code kill -9} does to the oldest job manager. */
  void killJobManager() throws InterruptedException {
    jobManagers.remove(0).kill();
  }

  /** The last that each process said. */
  String tails() throws IOException {
    StringBuilder tails = new StringBuilder();
    for (JavaProcess each : jobManagers) {
      tails.append(each.tail()).append('\n');
    }
    for (JavaProcess each : taskManagers) {
      tails.append(each.tail()).append('\n');
    }
    return tails.toString();
  }

  @Override
  public void close() throws InterruptedException {
    for (JavaProcess each : taskManagers) {
      each.close();
    }
    for (JavaProcess each : jobManagers) {
      each.close();
    }
  }
}
