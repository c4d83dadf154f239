package io.tracemill.cli.check;

import io.tracemill.cli.check.KafkaFacts.Range;
import io.tracemill.cli.run.KafkaAccess;
import io.tracemill.cli.screen.Wording;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.kafka.KafkaClients;
import io.tracemill.pipeline.kafka.KafkaFailure;
import io.tracemill.pipeline.source.kafka.TopicSampler;
import io.tracemill.pipeline.topology.Rules;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaException;

/** Runs the steps in order; each uses the results of those before it. */
final class Inspection {
  private static final long MAX_RECORDS = 200_000;
  private static final long MAX_BYTES = 64L << 20;

  private final TracemillConfig config;
  private final long nowMillis;
  private final long heapBytes;
  private final Report report = new Report();
  private Set<String> hostsOfSpans = Set.of();
  private Optional<Forecast> forecast = Optional.empty();

  /**
   * An inspection of the Kafka cluster in {@code config}.
   *
   * @param heapBytes the largest heap that the job would have
   */
  Inspection(TracemillConfig config, long nowMillis, long heapBytes) {
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
    String servers = config.get(Keys.KAFKA_BOOTSTRAP_SERVERS);
    try (KafkaFacts facts = new KafkaFacts(config);
        KafkaAccess access = new KafkaAccess(config);
        TopicSampler sampler = new TopicSampler(new KafkaClients(config))) {
      report.add(
          "Brokers",
          Finding.ok("%s at %s".formatted(Wording.count(facts.brokers(), "broker"), servers)));
      inspect(facts, access, sampler);
    } catch (ExecutionException | KafkaException | IllegalStateException e) {
      report.add(
          "Kafka",
          Finding.problem(
              "kafka.bootstrap-servers: '%s': %s".formatted(servers, KafkaFailure.explain(e))));
      report.add("Everything else in Kafka", Finding.skipped("Kafka did not answer"));
    }
    report.add(
        "Directories and services",
        new Surroundings(config)
            .of(
                forecast.map(Forecast::stateBytes).orElse(0L),
                forecast.map(Forecast::storeBytes).orElse(0L)));
    return report;
  }

  private void inspect(KafkaFacts facts, KafkaAccess access, TopicSampler sampler)
      throws ExecutionException, InterruptedException {
    Topics all = new Topics(config, access.topics());
    List<String> lacking = access.lackingPermissions();
    report.add("Permissions", permissions(lacking));
    List<Finding> inputs = new ArrayList<>(all.absent(Keys.KAFKA_TOPICS));
    inputs.addAll(all.absent(Keys.STACKS_TOPICS));
    Map<String, List<Range>> topics = new LinkedHashMap<>();
    for (String name : all.selected(Keys.KAFKA_TOPICS)) {
      List<Range> partitions = facts.partitions(name);
      topics.put(name, partitions);
      inputs.addAll(all.input(name, partitions, facts.settings(name)));
    }
    report.add("Input topics", inputs);
    report.add("Output topics", all.outputs(access.missing(), ranges(topics), facts, nowMillis));
    topics
        .entrySet()
        .removeIf(
            topic -> Topics.records(topic.getValue()) == 0 || forbids(lacking, topic.getKey()));
    look(facts, topics, sampler);
    if (!config.get(Keys.STACKS_TOPICS).isEmpty()) {
      List<String> stacks =
          all.selected(Keys.STACKS_TOPICS).stream()
              .filter(topic -> !forbids(lacking, topic))
              .toList();
      report.add("Stack samples", StackCheck.of(stacks, sampler, hostsOfSpans));
    }
  }

  private static List<Range> ranges(Map<String, List<Range>> topics) {
    return topics.values().stream().flatMap(List::stream).toList();
  }

  private static boolean forbids(List<String> lacking, String topic) {
    return lacking.contains("read topic " + topic);
  }

  private List<Finding> permissions(List<String> lacking) {
    String servers = config.get(Keys.KAFKA_BOOTSTRAP_SERVERS);
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

  private void look(KafkaFacts facts, Map<String, List<Range>> topics, TopicSampler sampler)
      throws ExecutionException, InterruptedException {
    long meanBytes = 1;
    for (String topic : List.copyOf(topics.keySet())) {
      EncodingCheck.Outcome outcome = new EncodingCheck(config).of(topic, sampler);
      report.add("Encoding", outcome.finding());
      meanBytes = Math.max(meanBytes, outcome.meanBytes());
      if (!outcome.readable()) {
        topics.remove(topic);
      }
    }
    if (topics.isEmpty()) {
      report.skip("no topic holds records that can be read", "Figures");
      return;
    }
    Sample.Time time =
        facts.sampleTime(ranges(topics), Math.min(MAX_RECORDS, MAX_BYTES / meanBytes), nowMillis);
    try {
      figures(Sample.read(config, List.copyOf(topics.keySet()), time));
    } catch (TimeoutException e) {
      report.skip("the newest records were not read within a minute", "Figures");
    } catch (IllegalStateException e) {
      report.add("Figures", Finding.problem("the job would fail: " + e.getMessage()));
    }
  }

  private void figures(Sample sample) {
    SpansSeen spans = new SpansSeen(sample.fragments(), Rules.spans(config).attributes());
    hostsOfSpans = spans.hosts();
    TraceTimes times = new TraceTimes(sample.fragments(), Rules.assembly(config));
    Figures figures = new Figures(config, sample, times, spans);
    report.add("Traffic", figures.traffic());
    if (times.traces() == 0) {
      String reason = "no trace lies wholly inside the time of the newest records";
      report.add("Traces", Finding.warning(reason, "Try again when more records have arrived."));
      report.skip(reason, "Endpoints", "Memory");
      return;
    }
    report.add("Traces", figures.traces());
    report.add("Endpoints", figures.endpoints());
    if (sample.seconds() < 1) {
      report.skip("there is no rate to multiply with", "Memory");
      return;
    }
    Forecast found = Forecast.of(config, sample, times);
    report.add("Memory", found.memory(config, heapBytes));
    forecast = Optional.of(found);
  }
}
