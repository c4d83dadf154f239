package io.tracemill.cli.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.cli.process.FreePorts;
import io.tracemill.cli.process.JavaProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
  private final Path home;
  private final List<JavaProcess> processes = new ArrayList<>();

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
    List<String> command = new ArrayList<>(options);
    command.addAll(ClusterLibraries.jvmOptions(ClusterLibraries.classPath()));
    command.addAll(List.of(main.getName(), "--configDir", home.resolve("conf").toString()));
    command.addAll(arguments);
    processes.add(
        JavaProcess.start(
            home.resolve(name + ".log"),
            command,
            Map.of("FLINK_LIB_DIR", home.resolve("lib").toString())));
  }

  /** Stops all processes as containers are stopped, by a signal, and waits for their end. */
  void stop() throws InterruptedException, IOException {
    for (JavaProcess process : processes) {
      process.stop();
    }
    processes.clear();
  }

  /** Fails, with what it last said, if a process has ended that should run. */
  void assertRunning() throws IOException {
    for (JavaProcess process : processes) {
      assertThat(process.isAlive()).as(process.tail()).isTrue();
    }
  }

  @Override
  public void close() throws InterruptedException {
    for (JavaProcess process : processes) {
      process.close();
    }
  }
}
