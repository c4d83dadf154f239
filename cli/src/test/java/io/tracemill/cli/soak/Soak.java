package io.tracemill.cli.soak;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.cli.hostile.GoodTraces;
import io.tracemill.cli.hostile.HostileMix;
import io.tracemill.cli.process.CommandLineProcess;
import io.tracemill.cli.results.Results;
import io.tracemill.connectors.output.ResultStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.flink.util.FileUtils;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Sends the hostile mix to a job for a while, and says whether the job's heap stays flat. */
@Command(
    name = "bench/run soak",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Sends the hostile mix through a Kafka to the job, each a process of its own, and prints the"
          + " job's heap after a collection every 30 s. Exit status 1 if the last third of the"
          + " samples lies above the middle third by more than the tolerance, or if the accounts do"
          + " not add up.",
      ""
    })
public final class Soak implements Callable<Integer> {
  private static final int PARTITIONS = 3;
  private static final long SAMPLE_SECONDS = 30;
  private static final String NAME = "soak";
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String BOUNDS =
      """
        open traces        assembly.max-open-bytes, max-spans, max-bytes; closed by max-duration
        tombstones         some 50 bytes for each trace of assembly.tombstone-ttl
        endpoints          profiles.max-endpoints of a slide in one task, panes of profiles.window
        one endpoint       profiles.max-nodes, max-depth, max-categories, sample-size
        accounts           2000 scopes of a slide in one task between two checkpoints
        names, attributes  1 KiB each; 65,536 names remembered in a task
      """;

  @Option(names = "--minutes", defaultValue = "10", description = "How long (${DEFAULT-VALUE}).")
  private int minutes;

  @Option(
      names = "--rate",
      defaultValue = "200",
      description = "Good traces a second; the hostile ones come beside (${DEFAULT-VALUE}).")
  private int rate;

  @Option(
      names = "--new-names",
      defaultValue = "100",
      description = "Names never seen before, for ten good traces (${DEFAULT-VALUE}).")
  private int newNames;

  @Option(names = "--heap", defaultValue = "1g", description = "The job's (${DEFAULT-VALUE}).")
  private String heap = "1g";

  @Option(
      names = "--tolerance",
      defaultValue = "0.1",
      description = "Growth that still is flat (${DEFAULT-VALUE}).")
  private double tolerance;

  private final PrintStream out = System.out;

  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Soak()).execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    Path directory = Files.createTempDirectory("tracemill-soak-");
    try (SoakBroker broker = SoakBroker.start(NAME, PARTITIONS)) {
      Path config = config(directory, broker);
      try (CommandLineProcess job =
          CommandLineProcess.start(
              directory.resolve("job.log"),
              List.of("-Xmx" + heap, LiveHeap.COLLECTOR),
              List.of("run", "--config", config.toString()))) {
        return soak(broker, job);
      }
    } finally {
      FileUtils.deleteDirectory(directory.toFile());
    }
  }

  private int soak(SoakBroker broker, CommandLineProcess job) throws Exception {
    job.await(() -> job.said().contains("starting at"));
    out.printf("heap %s; memory is bounded by%n%s", heap, BOUNDS);
    HeapCurve curve = new HeapCurve();
    LiveHeap live = new LiveHeap(job.pid());
    try (MixSender sender = new MixSender(broker.bootstrapServers(), mix(), rate)) {
      long samples = Duration.ofMinutes(minutes).toSeconds() / SAMPLE_SECONDS;
      for (int i = 1; i <= samples; i++) {
        sender.sendUntil(i * SAMPLE_SECONDS);
        long used = live.afterCollection();
        curve.add(used);
        out.printf(
            "%4d s  heap %4d MB  sent %,d records, %,d MB%n",
            i * SAMPLE_SECONDS, used >> 20, sender.records(), sender.bytes() >> 20);
      }
    }
    boolean flat = curve.flat(tolerance);
    out.printf(
        "%s: %d MB in the last third, %d MB in the middle third%n",
        flat ? "flat" : "NOT FLAT", curve.last() >> 20, curve.middle() >> 20);
    return flat && accountsAddUp(broker) ? 0 : 1;
  }

  private static Path config(Path directory, SoakBroker broker) throws IOException {
    return Files.writeString(
        directory.resolve("soak.yaml"),
        """
        kafka: {bootstrap-servers: "%s", encoding: otlp_proto, topics: [%s], group-id: %s, start: earliest}
        assembly: {max-duration: 1m}
        profiles: {window: 1m, slide: 10s}
        output: {prefix: %s, traces: true}
        state: {directory: "%s"}
        flink: {rest.port: "0"}
        """
            .formatted(broker.bootstrapServers(), NAME, NAME, NAME, directory.resolve("state")));
  }

  private HostileMix mix() {
    GoodTraces good = new GoodTraces(NAME, PARTITIONS, System.currentTimeMillis(), 1000 / rate);
    return new HostileMix(good, newNames);
  }

  private boolean accountsAddUp(SoakBroker broker) throws Exception {
    List<byte[]> ofTheJob = new ArrayList<>();
    Results.forEach(
        Map.of("bootstrap.servers", broker.bootstrapServers()),
        ResultStream.QUALITY.topic(NAME),
        record -> {
          if (new String(record.key(), UTF_8).startsWith("job\0")) {
            ofTheJob.add(record.value());
          }
        });
    List<JsonNode> quality = new ArrayList<>();
    for (byte[] record : ofTheJob) {
      quality.add(JSON.readTree(record));
    }
    JsonNode accounts = Results.accounts(quality);
    out.println(accounts);
    return accounts.has("spans")
        && Results.accountedSpans(accounts) == accounts.path("spans").path("decoded").asLong();
  }
}
