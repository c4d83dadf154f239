package io.tracemill.cli.check;

import io.tracemill.cli.run.KafkaAccess;
import io.tracemill.cli.sample.OffsetRange;
import io.tracemill.cli.sample.Sample;
import io.tracemill.cli.sample.SampleBuilder;
import io.tracemill.cli.sample.SampleReader;
import io.tracemill.cli.sample.TraceFigures;
import io.tracemill.cli.screen.Wording;
import io.tracemill.connectors.formats.Encoding;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.kafka.KafkaClients;
import io.tracemill.pipeline.kafka.KafkaFailure;
import io.tracemill.pipeline.source.kafka.TopicSampler;
import io.tracemill.pipeline.topology.Rules;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.LongSupplier;
import org.apache.kafka.common.KafkaException;

/** Takes the steps in order; each stands on what those before it have found. */
final class Inspection {
  private static final String NOTHING_TO_READ = "no topic holds records that can be read";

  private final TracemillConfig config;
  private final LongSupplier nowMillis;
  private final long heapBytes;
  private final List<Section> sections = new ArrayList<>();

  /**
   * Of the Kafka that {@code config} names.
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
   * All that can be found out.
   *
   * @throws io.tracemill.pipeline.config.ConfigException if {@code kafka.properties} are of no use
   */
  Report run() throws InterruptedException {
    try (KafkaFacts facts = new KafkaFacts(config);
        KafkaAccess access = new KafkaAccess(config)) {
      inspect(facts, access);
    } catch (ExecutionException | KafkaException e) {
      add("Kafka", List.of(Finding.problem(address() + ": " + KafkaFailure.explain(e))));
      add("All else", List.of(Finding.skipped("Kafka could not be asked")));
    }
    return new Report(sections);
  }

  private String address() {
    return "kafka.bootstrap-servers: '%s'".formatted(config.get(Keys.KAFKA_BOOTSTRAP_SERVERS));
  }

  private void inspect(KafkaFacts facts, KafkaAccess access)
      throws ExecutionException, InterruptedException {
    add(
        "Brokers",
        List.of(
            Finding.ok(
                "%s at %s"
                    .formatted(
                        Wording.count(facts.brokers(), "broker"),
                        config.get(Keys.KAFKA_BOOTSTRAP_SERVERS)))));
    Set<String> existing = access.topics();
    List<String> lacking = access.lackingPermissions();
    add("Permissions", new PermissionCheck(config).of(lacking));
    List<TopicFacts> topics = topics(facts, existing);
    add("Output topics", outputs(facts, access, existing, topics));
    List<TopicFacts> readable =
        topics.stream()
            .filter(topic -> topic.records() > 0)
            .filter(topic -> !lacking.contains("read topic " + topic.topic()))
            .toList();
    look(encodings(readable));
  }

  private List<Finding> outputs(
      KafkaFacts facts, KafkaAccess access, Set<String> existing, List<TopicFacts> inputs)
      throws ExecutionException, InterruptedException {
    List<Finding> findings = new ArrayList<>();
    findings.add(new OutputCheck(config).of(access.missing(existing)));
    findings.addAll(new RetentionCheck(config, facts, nowMillis.getAsLong()).of(existing, inputs));
    return findings;
  }

  private List<TopicFacts> topics(KafkaFacts facts, Set<String> existing)
      throws ExecutionException, InterruptedException {
    TopicCheck check = new TopicCheck(config);
    List<Finding> findings = new ArrayList<>(check.absent(existing));
    List<TopicFacts> topics = new ArrayList<>();
    for (String name : check.selected(existing)) {
      TopicFacts topic = facts.topic(name);
      topics.add(topic);
      findings.addAll(check.of(topic));
    }
    add("Input topics", findings);
    return topics;
  }

  /** Of each topic that can be decoded, how. */
  private Map<TopicFacts, EncodingCheck.Outcome> encodings(List<TopicFacts> readable) {
    Map<TopicFacts, EncodingCheck.Outcome> encodings = new HashMap<>();
    List<Finding> findings = new ArrayList<>();
    try (TopicSampler sampler = new TopicSampler(new KafkaClients(config))) {
      for (TopicFacts topic : readable) {
        EncodingCheck.Outcome outcome = new EncodingCheck(config).of(topic.topic(), sampler);
        findings.add(outcome.finding());
        if (outcome.encoding().isPresent()) {
          encodings.put(topic, outcome);
        }
      }
    }
    add("Encoding", findings.isEmpty() ? List.of(Finding.skipped(NOTHING_TO_READ)) : findings);
    return encodings;
  }

  private void look(Map<TopicFacts, EncodingCheck.Outcome> encodings) {
    if (encodings.isEmpty()) {
      List<Finding> skipped = List.of(Finding.skipped(NOTHING_TO_READ));
      List.of("Traffic", "Traces", "Endpoints", "Memory").forEach(title -> add(title, skipped));
      return;
    }
    Sample sample = sample(encodings);
    add("Traffic", TrafficCheck.of(sample));
    TraceFigures figures = new TraceFigures(sample, config);
    if (figures.traceCount() == 0) {
      String reason = "no trace lies wholly inside the sampled stretch";
      add("Traces", List.of(Finding.warning(reason, "Try again when more has come.")));
      List.of("Endpoints", "Memory").forEach(title -> add(title, List.of(Finding.skipped(reason))));
      return;
    }
    add("Traces", new TraceCheck(config).of(figures));
    add("Endpoints", new EndpointCheck(config).of(figures));
    double rate = sample.spansPerSecond();
    add("Memory", new MemoryCheck(config, heapBytes).of(figures.memory(rate), rate));
  }

  private Sample sample(Map<TopicFacts, EncodingCheck.Outcome> encodings) {
    SampleBuilder builder =
        new SampleBuilder(Rules.spans(config), config.get(Keys.TIME_MAX_JUMP).toMillis());
    Map<String, Encoding> byTopic = new HashMap<>();
    encodings.forEach(
        (topic, outcome) -> byTopic.put(topic.topic(), outcome.encoding().orElseThrow()));
    List<OffsetRange> partitions =
        encodings.keySet().stream()
            .flatMap(topic -> topic.partitions().stream())
            .filter(partition -> partition.records() > 0)
            .toList();
    long meanBytes =
        encodings.values().stream().mapToLong(EncodingCheck.Outcome::meanBytes).max().orElse(0);
    long now = nowMillis.getAsLong();
    try (SampleReader reader = new SampleReader(new KafkaClients(config))) {
      return builder.build(
          reader.read(
              partitions,
              meanBytes,
              record ->
                  Optional.ofNullable(byTopic.get(record.topic()))
                      .ifPresent(encoding -> builder.take(record, encoding))),
          now);
    }
  }

  private void add(String title, List<Finding> findings) {
    sections.add(new Section(title, findings));
  }
}
