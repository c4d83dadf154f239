package io.tracemill.cli.check;

import io.tracemill.cli.run.KafkaAccess;
import io.tracemill.cli.screen.Wording;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.kafka.KafkaClients;
import io.tracemill.pipeline.kafka.KafkaFailure;
import io.tracemill.pipeline.source.kafka.TopicSampler;
import io.tracemill.pipeline.topology.Rules;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.apache.kafka.common.KafkaException;

/** Runs the steps in order; each uses the results of those before it. */
final class Inspection {
  private static final String NOTHING_TO_READ = "no topic holds records that can be read";
  private static final long MAX_RECORDS = 200_000;
  private static final long MAX_BYTES = 64L << 20;

  private final TracemillConfig config;
  private final LongSupplier nowMillis;
  private final long heapBytes;
  private final Report report = new Report();
  private final Set<String> hostsOfSpans = new TreeSet<>();

  /**
   * An inspection of the Kafka cluster in {@code config}.
   *
   * @param nowMillis the clock
   * @param heapBytes the largest heap that the job would have
   */
  Inspection(TracemillConfig config, LongSupplier nowMillis, long heapBytes) {
    this.config = config;
    this.nowMillis = nowMillis;
    this.heapBytes = heapBytes;
  }

  /**
   * Runs all steps.
   *
   * @throws io.tracemill.pipeline.config.ConfigException if {@code kafka.properties} are unusable
   */
  Report run() throws InterruptedException {
    try (KafkaFacts facts = new KafkaFacts(config);
        KafkaAccess access = new KafkaAccess(config)) {
      inspect(facts, access);
    } catch (ExecutionException | KafkaException e) {
      report.add("Kafka", Finding.problem(address() + ": " + KafkaFailure.explain(e)));
      report.add("All else", Finding.skipped("Kafka did not answer"));
    }
    return report;
  }

  private String address() {
    return "kafka.bootstrap-servers: '%s'".formatted(config.get(Keys.KAFKA_BOOTSTRAP_SERVERS));
  }

  private void inspect(KafkaFacts facts, KafkaAccess access)
      throws ExecutionException, InterruptedException {
    String servers = config.get(Keys.KAFKA_BOOTSTRAP_SERVERS);
    report.add(
        "Brokers",
        Finding.ok("%s at %s".formatted(Wording.count(facts.brokers(), "broker"), servers)));
    Set<String> existing = access.topics();
    List<String> lacking = access.lackingPermissions();
    report.add("Permissions", permissions(lacking, servers));
    TopicCheck check = new TopicCheck(config);
    List<Finding> inputs = new ArrayList<>(check.absent(Keys.KAFKA_TOPICS, existing));
    inputs.addAll(check.absent(Keys.STACKS_TOPICS, existing));
    List<TopicFacts> topics = new ArrayList<>();
    for (String name : check.selected(Keys.KAFKA_TOPICS, existing)) {
      TopicFacts topic = facts.topic(name);
      topics.add(topic);
      inputs.addAll(check.of(topic));
    }
    report.add("Input topics", inputs);
    report.add(
        "Output topics",
        new OutputCheck(config, facts, nowMillis.getAsLong()).of(access.missing(), topics));
    topics.removeIf(topic -> topic.records() == 0 || forbids(lacking, topic.topic()));
    look(facts, topics);
    if (!config.get(Keys.STACKS_TOPICS).isEmpty()) {
      stacks(
          check.selected(Keys.STACKS_TOPICS, existing).stream()
              .filter(topic -> !forbids(lacking, topic))
              .toList());
    }
  }

  private static boolean forbids(List<String> lacking, String topic) {
    return lacking.contains("read topic " + topic);
  }

  private void stacks(List<String> topics) {
    try (TopicSampler sampler = new TopicSampler(new KafkaClients(config))) {
      report.add("Stack samples", StackCheck.read(topics, sampler).of(hostsOfSpans));
    }
  }

  private static List<Finding> permissions(List<String> lacking, String servers) {
    return lacking.isEmpty()
        ? List.of(Finding.ok("this user may do all that the job does with these topics"))
        : lacking.stream()
            .map(
                permission ->
                    Finding.problem(
                        "this user may not " + permission,
                        Advice.folded(Advice.allow(permission, servers)).toArray(String[]::new)))
            .toList();
  }

  private void look(KafkaFacts facts, List<TopicFacts> topics)
      throws ExecutionException, InterruptedException {
    List<TopicFacts> readable = new ArrayList<>();
    List<Finding> encodings = new ArrayList<>();
    long meanBytes = 1;
    try (TopicSampler sampler = new TopicSampler(new KafkaClients(config))) {
      for (TopicFacts topic : topics) {
        EncodingCheck.Outcome outcome = new EncodingCheck(config).of(topic.topic(), sampler);
        encodings.add(outcome.finding());
        meanBytes = Math.max(meanBytes, outcome.meanBytes());
        if (outcome.readable()) {
          readable.add(topic);
        }
      }
    }
    report.add(
        "Encoding", encodings.isEmpty() ? List.of(Finding.skipped(NOTHING_TO_READ)) : encodings);
    if (readable.isEmpty()) {
      report.skip(NOTHING_TO_READ, "Traffic", "Traces", "Endpoints", "Memory");
      return;
    }
    SampleTime time =
        facts.sampleTime(
            readable.stream().flatMap(topic -> topic.partitions().stream()).toList(),
            Math.min(MAX_RECORDS, MAX_BYTES / meanBytes),
            nowMillis.getAsLong());
    try {
      figures(readable.stream().map(TopicFacts::topic).toList(), time);
    } catch (TimeoutException e) {
      report.add("All else", Finding.skipped("the newest records were not read within a minute"));
    } catch (IllegalStateException e) {
      report.add("All else", Finding.problem("the job would fail: " + e.getMessage()));
    }
  }

  private void figures(List<String> topics, SampleTime time)
      throws InterruptedException, TimeoutException {
    Sample sample = SampleJob.run(config, topics, time);
    hostsOfSpans.addAll(StackCheck.hosts(sample.fragments(), Rules.spans(config).attributes()));
    report.add("Traffic", TrafficCheck.of(sample));
    TraceTimes times = new TraceTimes(sample.fragments(), Rules.assembly(config));
    if (times.traces() == 0) {
      String reason = "no trace lies wholly inside the time of the newest records";
      report.add("Traces", Finding.warning(reason, "Try again when more records have arrived."));
      report.skip(reason, "Endpoints", "Memory");
      return;
    }
    report.add("Traces", new TraceCheck(config).of(sample, times));
    report.add(
        "Endpoints",
        new EndpointCheck(config)
            .of(sample.requests(), changed -> SampleJob.run(changed, topics, time)));
    report.add("Memory", new MemoryCheck(config, heapBytes).of(sample, times));
  }
}
