package io.tracemill.cli.cluster;

import io.tracemill.cli.process.FreePorts;
import io.tracemill.cli.process.JavaProcess;
import io.tracemill.cli.process.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.container.entrypoint.StandaloneApplicationClusterEntryPoint;
import org.apache.flink.runtime.clusterframework.TaskExecutorProcessSpec;
import org.apache.flink.runtime.clusterframework.TaskExecutorProcessUtils;
import org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint;
import org.apache.flink.runtime.taskexecutor.TaskManagerRunner;
import org.apache.flink.runtime.util.config.memory.ProcessMemoryUtils;

/**
 * A cluster as Flink's scripts and its image start one, for sessions or for one job: job managers
 * and task managers, each a process with the jars of a distribution on its class path.
 */
public final class FlinkCluster implements AutoCloseable {
  /** Settings of task managers of two slots that take little memory. */
  public static final Map<String, String> SMALL =
      Map.of(
          "taskmanager.numberOfTaskSlots", "2",
          // Or one task manager gets all there is to do.
          "taskmanager.load-balance.mode", "SLOTS",
          "taskmanager.memory.task.heap.size", "320m",
          "taskmanager.memory.managed.size", "16m",
          "taskmanager.memory.network.min", "32m",
          "taskmanager.memory.network.max", "32m");

  private static final Pattern JOB_ID = Pattern.compile("JobID ([0-9a-f]{32})");
  private static final Pattern SAVEPOINT = Pattern.compile("Path: (\\S+)");

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
  public FlinkCluster(Path home, Network network, Map<String, String> extra) throws IOException {
    this.home = home;
    this.network = network;
    settings.put("jobmanager.rpc.address", "127.0.0.1");
    listenBehindTheNetwork("jobmanager.rpc", settings);
    settings.put("jobmanager.bind-host", "127.0.0.1");
    settings.put("taskmanager.host", "127.0.0.1");
    settings.put("taskmanager.bind-host", "127.0.0.1");
    settings.put("rest.address", "127.0.0.1");
    settings.put("rest.bind-address", "127.0.0.1");
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
  public void startJobManager() throws IOException {
    startJobManager(StandaloneSessionClusterEntrypoint.class, List.of());
  }

  /**
   * Starts the job manager of one job, as Flink's image does.
   *
   * @param jar in the directory {@code usrlib}
   * @param arguments what comes after {@code standalone-job}
   */
  public void startJob(Path jar, List<String> arguments) throws IOException {
    Path usrlib = Files.createDirectories(home.resolve("usrlib"));
    Files.copy(jar, usrlib.resolve(jar.getFileName()), StandardCopyOption.REPLACE_EXISTING);
    startJobManager(StandaloneApplicationClusterEntryPoint.class, arguments);
  }

  private void startJobManager(Class<?> main, List<String> arguments) throws IOException {
    int port = FreePorts.any();
    settings.put("rest.port", Integer.toString(port));
    if (settings.containsKey("high-availability.type")) {
      listenBehindTheNetwork("jobmanager.rpc", settings);
    }
    rest = new FlinkRest(port);
    String name = "jobmanager-" + started++;
    JavaProcess process = start(name, List.of("-Xmx512m", main.getName()), arguments);
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
  public void startTaskManager() throws IOException {
    startTaskManager(Map.of());
  }

  /** The same, with settings of its own. */
  public void startTaskManager(Map<String, String> more) throws IOException {
    String name = "taskmanager-" + started++;
    Configuration all = Configuration.fromMap(settings);
    all.addAll(Configuration.fromMap(more));
    TaskExecutorProcessSpec memory = TaskExecutorProcessUtils.processSpecFromConfig(all);
    List<String> options =
        new ArrayList<>(words(ProcessMemoryUtils.generateJvmParametersStr(memory)));
    options.add(TaskManagerRunner.class.getName());
    Map<String, String> own = new LinkedHashMap<>(more);
    own.put("taskmanager.resource-id", name);
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
    return JavaProcess.start(
        home.resolve(name + ".log"),
        command,
        Map.of("FLINK_LIB_DIR", home.resolve("lib").toString()));
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
   * Submits a job, as {@code flink run -d} does; its id.
   *
   * @param options of Flink's client besides
   * @param arguments of the job
   */
  public String submit(Path jar, List<String> options, List<String> arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of("run", "-d"));
    all.addAll(options);
    all.add(jar.toString());
    all.addAll(arguments);
    return find(JOB_ID, client(all));
  }

  /** Stops a job, as {@code flink stop} does; where its savepoint is. */
  public String stopWithSavepoint(String job, Path directory) throws Exception {
    return find(SAVEPOINT, client(List.of("stop", "-p", directory.toString(), job)));
  }

  private static String find(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.find()) {
      throw new AssertionError("no " + pattern + " in: " + text);
    }
    return matcher.group(1);
  }

  /**
   * Runs Flink's client, as {@code flink} does, against the newest job manager.
   *
   * @return what it says
   */
  private String client(List<String> arguments) throws IOException, InterruptedException {
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

  public FlinkRest rest() {
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

  /** Stops all processes as containers are stopped, by a signal, and waits for their end. */
  public void stop() throws InterruptedException, IOException {
    for (JavaProcess each : processes()) {
      each.stop();
    }
    taskManagers.clear();
    jobManagers.clear();
  }

  /** Fails, with what it last said, if a process has ended that should run. */
  public void assertRunning() throws IOException {
    for (JavaProcess each : processes()) {
      running(each);
    }
  }

  private List<JavaProcess> processes() {
    return Stream.of(taskManagers, jobManagers).flatMap(List::stream).toList();
  }

  /** The last that each process said. */
  String tails() throws IOException {
    StringBuilder tails = new StringBuilder();
    for (JavaProcess each : processes()) {
      tails.append(each.tail()).append('\n');
    }
    return tails.toString();
  }

  @Override
  public void close() throws InterruptedException {
    for (JavaProcess each : processes()) {
      each.close();
    }
  }
}
