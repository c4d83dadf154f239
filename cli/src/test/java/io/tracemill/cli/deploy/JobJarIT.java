package io.tracemill.cli.deploy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.tracemill.cli.broker.EmbeddedBroker;
import io.tracemill.cli.cluster.ClusterLibraries;
import io.tracemill.cli.cluster.FlinkCluster;
import io.tracemill.cli.cluster.Network;
import io.tracemill.cli.process.FreePorts;
import io.tracemill.cli.process.JavaProcess;
import io.tracemill.cli.process.Patience;
import io.tracemill.cli.results.CommandLineRun;
import io.tracemill.cli.results.OneSpan;
import io.tracemill.cli.results.Results;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.job.Checkpoints;
import io.tracemill.pipeline.job.TracemillJob;
import io.tracemill.pipeline.serialization.CodecSerializerSnapshot;
import io.tracemill.pipeline.serialization.StateVersion;
import io.tracemill.store.layout.StoreLayout;
import io.tracemill.store.layout.StorePartition;
import io.tracemill.store.layout.StoreTable;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The job's jar has what a cluster lacks, and runs on one. */
@Tag("slow")
@Timeout(600)
final class JobJarIT {
  private static final Path JAR =
      ComposeFile.root().resolve("job/pipeline/target/tracemill-job.jar");
  private static final Map<String, String> FOR_GOOD = Map.of("retention.ms", "-1");
  private static final String INPUT = "otlp_spans";
  private static final long NOON_MILLIS = 1_700_000_000_000L;
  private static final long MINUTE_MILLIS = 60_000;
  private static final String RECEIVED = MonitoringFiles.OWN + "recordsReceived";
  private static final String FIRST = "%032x".formatted(1);
  private static final String SECOND = "%032x".formatted(2);
  private static final String THIRD = "%032x".formatted(3);
  private static final int FORMER = StateVersion.CURRENT - 1;

  @TempDir private Path directory;

  @Test
  void whatOurClassesReferToIsInTheJarOrOnTheCluster() throws IOException {
    ClassFileImporter ours =
        new ClassFileImporter(List.of(location -> location.contains("!/io/tracemill/")));
    try (JarFile jar = new JarFile(JAR.toFile());
        URLClassLoader cluster = loader(withTheJar())) {
      assertThat(ours.importJar(jar))
          .hasSizeGreaterThan(100)
          .flatExtracting(JavaClass::getDirectDependenciesFromSelf)
          .extracting(Dependency::getTargetClass)
          .extracting(JavaClass::getBaseComponentType)
          .filteredOn(type -> !type.isPrimitive())
          // Read by checks at build time only.
          .filteredOn(type -> !type.getPackageName().startsWith("org.jspecify"))
          .extracting(JavaClass::getName)
          .filteredOn(name -> cluster.getResource(file(name)) == null)
          .isEmpty();
    }
  }

  @Test
  void theJarDoublesNothingThatTheClusterHas() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile());
        URLClassLoader cluster = loader(ClusterLibraries.jars())) {
      assertThat(jar.stream().map(entry -> entry.getName()))
          .filteredOn(name -> name.endsWith(".class"))
          // Where Flink's own shading leaves classes under their old names, and nobody loads them.
          .filteredOn(name -> !name.startsWith("META-INF/"))
          .filteredOn(name -> cluster.getResource(name) != null)
          .isEmpty();
    }
  }

  @Test
  void argumentsOfNoUseCostOneLine() throws Exception {
    String classPath = ClusterLibraries.classPath() + File.pathSeparator + JAR;
    List<String> command = new ArrayList<>(ClusterLibraries.jvmOptions(classPath));
    command.addAll(List.of(TracemillJob.class.getName(), "--nonsense"));
    JavaProcess process = JavaProcess.start(directory.resolve("job.log"), command, Map.of());

    assertThat(process.end()).isEqualTo(1);
    assertThat(process.said().lines())
        .singleElement()
        .asString()
        .endsWith("tracemill: arguments: '--nonsense', expected --config FILE [--resume]");
  }

  /** Started with the very arguments and settings of the compose file. */
  @Test
  void aClusterThatIsStoppedAndStartedResumes() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start();
        FlinkCluster flink =
            new FlinkCluster(directory.resolve("flink"), new Network(false), Map.of())) {
      createTopics(broker);
      List<String> job = jobCommand(config(broker, 2, "earliest"));
      Map<String, String> taskManager = new ComposeFile().flinkProperties("taskmanager");
      // The ports of a container are its own, those of this machine are not.
      int port = FreePorts.any();
      taskManager.put("metrics.reporter.prom.port", Integer.toString(port));
      ReportedMetrics metrics = new ReportedMetrics(port);
      send(broker, 1, NOON_MILLIS);
      flink.startJob(JAR, job);
      flink.startTaskManager(taskManager);
      await(flink, () -> tracesIn(broker).contains(FIRST));
      await(flink, () -> metrics.values(RECEIVED).contains(1.0));
      // The first may have begun before the trace was written.
      awaitCheckpoint(flink, broker);
      awaitCheckpoint(flink, broker);

      flink.stop();
      send(broker, 2, NOON_MILLIS + MINUTE_MILLIS);
      flink.startJob(JAR, job);
      flink.startTaskManager(taskManager);
      await(flink, () -> neverFromZero(metrics) && tracesIn(broker).contains(SECOND));

      assertThat(tracesIn(broker)).containsExactly(FIRST, SECOND);
      await(flink, this::indexed);
    }
  }

  /** On two task managers, with the store and all state in a directory that they share. */
  @Test
  void aSavepointGoesOnWithMoreTasksAndThatOfAnotherBuildIsRefusedInOneLine() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start();
        FlinkCluster flink =
            new FlinkCluster(directory.resolve("flink"), new Network(false), FlinkCluster.SMALL)) {
      createTopics(broker);
      flink.startJobManager();
      flink.startTaskManager();
      flink.startTaskManager();
      send(broker, 1, NOON_MILLIS);
      String first = submit(flink, List.of(), config(broker, 1, "earliest"));
      await(flink, () -> tracesIn(broker).contains(FIRST));
      String savepoint = flink.stopWithSavepoint(first, savepoints());

      send(broker, 2, NOON_MILLIS + MINUTE_MILLIS);
      Path wider = config(broker, 3, "committed");
      String second = submit(flink, List.of("-s", savepoint), wider);
      await(flink, () -> tracesIn(broker).contains(SECOND));
      assertThat(tracesIn(broker)).containsExactly(FIRST, SECOND);
      assertThat(flink.rest().restored(second)).isEqualTo(1);
      assertThat(flink.rest().parallelism(second)).isEqualTo(3);

      String old = ofAnotherBuild(flink.stopWithSavepoint(second, savepoints()));
      assertRefused(flink, submit(flink, List.of("-s", old), wider));
      send(broker, 3, NOON_MILLIS + 2 * MINUTE_MILLIS);
      submit(flink, List.of(), config(broker, 3, "earliest"));
      await(flink, () -> stored().containsAll(List.of(FIRST, SECOND, THIRD)));
    }
  }

  private static String submit(FlinkCluster flink, List<String> options, Path config)
      throws Exception {
    return flink.submit(JAR, options, List.of("--config", config.toString()));
  }

  private Path savepoints() {
    return directory.resolve("savepoints");
  }

  /** The same savepoint, as a build with the former version of the state would have written it. */
  private static String ofAnotherBuild(String savepoint) throws IOException {
    Path metadata = Path.of(URI.create(savepoint)).resolve("_metadata");
    String version = CodecSerializerSnapshot.class.getName() + "\0\0\0\2\0\0\0";
    String text = Files.readString(metadata, ISO_8859_1);
    String old = text.replace(version + (char) StateVersion.CURRENT, version + (char) FORMER);
    assertThat(old).isNotEqualTo(text);
    Files.writeString(metadata, old, ISO_8859_1);
    return savepoint;
  }

  private static void assertRefused(FlinkCluster flink, String job) throws Exception {
    await(flink, () -> flink.rest().get("/jobs/" + job).path("state").asText().equals("FAILED"));
    assertThat(flink.rest().get("/jobs/" + job + "/exceptions").toString())
        .contains(
            "this state has version %d, but this build reads version %d"
                .formatted(FORMER, StateVersion.CURRENT));
  }

  /** What a question to the store finds. */
  private List<String> stored() {
    String out = CommandLineRun.of("query", "traces", "--store", index().toString()).out();
    return Stream.of(FIRST, SECOND, THIRD).filter(out::contains).toList();
  }

  private static void await(FlinkCluster flink, Patience.Condition condition) throws Exception {
    while (!condition.holds()) {
      flink.assertRunning();
    }
  }

  /** Whether the restored accounts are shown, which began with what was restored. */
  private static boolean neverFromZero(ReportedMetrics metrics) throws InterruptedException {
    assertThat(metrics.values(RECEIVED)).doesNotContain(0.0);
    return metrics.values(RECEIVED).contains(2.0);
  }

  private void awaitCheckpoint(FlinkCluster flink, EmbeddedBroker broker) throws Exception {
    Checkpoints checkpoints = new Checkpoints(state());
    Optional<Path> before = checkpoints.newest();
    // Asking the broker too leaves the processor to the cluster.
    await(flink, () -> tracesIn(broker).contains(FIRST) && !checkpoints.newest().equals(before));
  }

  private static void createTopics(EmbeddedBroker broker) {
    broker.createTopic(INPUT, 1, FOR_GOOD);
    for (ResultStream stream : ResultStream.values()) {
      broker.createTopic(stream.topic("tracemill"), 1, FOR_GOOD);
    }
  }

  /** The command of the compose file's job manager, with a configuration file of this test's. */
  private static List<String> jobCommand(Path config) {
    List<String> command = new ArrayList<>(new ComposeFile().jobManagerCommand());
    command.remove("standalone-job");
    command.replaceAll(word -> word.endsWith("/tracemill.yaml") ? config.toString() : word);
    return command;
  }

  /** With an Alertmanager that is never there. */
  private Path config(EmbeddedBroker broker, int parallelism, String start) throws IOException {
    return Files.writeString(
        directory.resolve("tracemill.yaml"),
        """
        kafka: {bootstrap-servers: "%s", encoding: otlp_proto, start: %s}
        assembly: {quiet-period: 1s, root-grace: 1s, idle-flush: 1s}
        output: {traces: true}
        pane: 1s
        profiles: {window: 1s, slide: 1s}
        alertmanager: {url: "http://127.0.0.1:1"}
        store: {path: "%s"}
        state: {directory: "%s"}
        flink: {parallelism.default: %d, execution.checkpointing.interval: 1s}
        """
            .formatted(broker.bootstrapServers(), start, index(), state(), parallelism));
  }

  private Path index() {
    return directory.resolve("index");
  }

  /**
   * Whether a merged file of requests is in the store, which takes Parquet and Hadoop's classes.
   */
  private boolean indexed() throws IOException {
    org.apache.flink.core.fs.Path index = new org.apache.flink.core.fs.Path(index().toUri());
    for (StorePartition partition : StoreLayout.partitions(index)) {
      if (partition.table() == StoreTable.REQUESTS && !partition.visibleFiles().isEmpty()) {
        return true;
      }
    }
    return false;
  }

  private Path state() {
    return directory.resolve("state");
  }

  private static void send(EmbeddedBroker broker, int trace, long millis) throws Exception {
    Map<String, Object> settings =
        Map.of("bootstrap.servers", broker.bootstrapServers(), "compression.type", "zstd");
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      byte[] value = OneSpan.proto(trace, millis);
      producer.send(new ProducerRecord<>(INPUT, 0, millis, null, value)).get();
    }
  }

  /** The trace ids of the records in the traces topic, repeated ones too. */
  private static List<String> tracesIn(EmbeddedBroker broker) throws IOException {
    List<String> ids = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record :
        Results.recordsIn(broker.bootstrapServers(), ResultStream.TRACES.topic("tracemill"))) {
      ids.add(new ObjectMapper().readTree(record.value()).path("traceId").asText());
    }
    return ids;
  }

  private static List<Path> withTheJar() {
    List<Path> jars = new ArrayList<>(ClusterLibraries.jars());
    jars.add(JAR);
    return jars;
  }

  /** Classes of these jars and of the JDK, and no others. */
  private static URLClassLoader loader(List<Path> jars) throws IOException {
    URL[] urls = new URL[jars.size()];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = jars.get(i).toUri().toURL();
    }
    return new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
  }

  private static String file(String className) {
    return className.replace('.', '/') + ".class";
  }
}
