package io.tracemill.cli.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.cli.process.FreePorts;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.container.entrypoint.StandaloneApplicationClusterEntryPoint;
import org.apache.flink.runtime.clusterframework.TaskExecutorProcessSpec;
import org.apache.flink.runtime.clusterframework.TaskExecutorProcessUtils;
import org.apache.flink.runtime.taskexecutor.TaskManagerRunner;
import org.apache.flink.runtime.util.config.memory.ProcessMemoryUtils;

/**
 * A Flink cluster for one job as the containers of Flink's image are one: a job manager and a task
 * manager, each a process with the cluster's jars on its class path and the job's jar in the
 * directory {@code usrlib}, started as the image's scripts start them.
 */
final class StandaloneFlink implements AutoCloseable {
  private static final long STOP_SECONDS = 60;

  private final Path home;
  private final Map<String, Process> processes = new LinkedHashMap<>();

  StandaloneFlink(Path home, Path jobJar) throws IOException {
    this.home = home;
    Files.createDirectories(home.resolve("usrlib"));
    Files.createDirectories(home.resolve("conf"));
    Files.copy(jobJar, home.resolve("usrlib").resolve(jobJar.getFileName()));
    List<Integer> ports = FreePorts.find(2);
    Files.writeString(
        home.resolve("conf/config.yaml"),
        """
        jobmanager.rpc.address: 127.0.0.1
        jobmanager.rpc.port: %d
        jobmanager.bind-host: 127.0.0.1
        taskmanager.host: 127.0.0.1
        taskmanager.bind-host: 127.0.0.1
        rest.address: 127.0.0.1
        rest.bind-address: 127.0.0.1
        rest.bind-port: %d
        io.tmp.dirs: %s
        """
            .formatted(ports.get(0), ports.get(1), home));
  }

  /**
   * Starts both processes.
   *
   * @param job what comes after {@code standalone-job} in the job manager's container
   * @param taskManager lines of the task manager's configuration
   */
  void start(List<String> job, Map<String, String> taskManager) throws IOException {
    start("jobmanager", List.of("-Xmx512m"), StandaloneApplicationClusterEntryPoint.class, job);
    startTaskManager(taskManager);
  }

  private void startTaskManager(Map<String, String> properties) throws IOException {
    Configuration configuration = Configuration.fromMap(properties);
    TaskExecutorProcessSpec memory = TaskExecutorProcessUtils.processSpecFromConfig(configuration);
    List<String> arguments =
        new ArrayList<>(words(TaskExecutorProcessUtils.generateDynamicConfigsStr(memory)));
    properties.forEach((key, value) -> arguments.addAll(List.of("-D", key + "=" + value)));
    start(
        "taskmanager",
        words(ProcessMemoryUtils.generateJvmParametersStr(memory)),
        TaskManagerRunner.class,
        arguments);
  }

  private static List<String> words(String text) {
    return List.of(text.strip().split("\\s+"));
  }

  private void start(String name, List<String> options, Class<?> main, List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>(java(ClusterLibraries.jars()));
    command.addAll(1, options);
    command.addAll(List.of(main.getName(), "--configDir", home.resolve("conf").toString()));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("FLINK_LIB_DIR", home.resolve("lib").toString());
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log(name).toFile()));
    processes.put(name, builder.start());
  }

  /** The command that runs a class of these jars, without the class, as the image's scripts do. */
  static List<String> java(List<Path> jars) {
    String classPath =
        jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    List<String> command = new ArrayList<>(ClusterLibraries.jvmOptions(classPath));
    command.add(0, Path.of(System.getProperty("java.home"), "bin", "java").toString());
    return command;
  }

  /** Stops all processes as containers are stopped, by a signal, and waits for their end. */
  void stop() throws InterruptedException {
    for (Process process : processes.values()) {
      process.destroy();
      assertThat(process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)).isTrue();
    }
    processes.clear();
  }

  /** Fails, with what it last said, if a process has ended that should run. */
  void assertRunning() throws IOException {
    for (Map.Entry<String, Process> each : processes.entrySet()) {
      assertThat(each.getValue().isAlive())
          .as(() -> each.getKey() + " has ended: " + read(log(each.getKey())))
          .isTrue();
    }
  }

  private static String read(Path log) {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      return e.toString();
    }
  }

  private Path log(String name) {
    return home.resolve(name + ".log");
  }

  @Override
  public void close() throws InterruptedException {
    for (Process process : processes.values()) {
      process.destroyForcibly().waitFor();
    }
  }
}
