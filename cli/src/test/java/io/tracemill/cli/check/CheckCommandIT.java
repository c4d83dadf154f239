package io.tracemill.cli.check;

import static io.tracemill.connectors.otlp.Requests.attributes;
import static io.tracemill.connectors.otlp.Requests.request;
import static io.tracemill.connectors.otlp.Requests.resource;
import static io.tracemill.connectors.otlp.Requests.spanId;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.proto.collector.profiles.v1development.ExportProfilesServiceRequest;
import io.opentelemetry.proto.trace.v1.Span;
import io.tracemill.analysis.stack.SampleKind;
import io.tracemill.analysis.stack.SampledThread;
import io.tracemill.analysis.stack.StackSample;
import io.tracemill.cli.broker.EmbeddedBroker;
import io.tracemill.cli.results.CommandLineRun;
import io.tracemill.cli.results.OneSpan;
import io.tracemill.cli.results.Recording;
import io.tracemill.cli.run.SecureKafka;
import io.tracemill.cli.run.Topics;
import io.tracemill.connectors.otlp.Requests;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.connectors.profiles.ProfilesEncoder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code check} against real brokers: it names what is wrong, and leaves all as it was. */
@Tag("slow")
@Timeout(180)
final class CheckCommandIT {
  private static final long MILLIS = Requests.T0 / 1_000_000;

  @AutoClose private static EmbeddedBroker broker;

  @TempDir private Path directory;

  @BeforeAll
  static void startBroker() throws Exception {
    broker = EmbeddedBroker.start();
    Topics.create(broker);
  }

  @AfterEach
  void nothingWasCommitted() throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      assertThat(admin.listGroups().all().get()).isEmpty();
    }
  }

  @Test
  void aHealthyTopicMayRunAndItsGatewayIsNamed() throws Exception {
    Topics.send(broker, Topics.records(Topics.units(Recording.TRAIN_TICKET.slice())));
    Set<String> before = topics();

    CommandLineRun run = check(yaml("otlp_spans", ""));

    assertThat(run.status()).as(run.out()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .contains(
            "otlp_spans: 3 partitions, ",
            "otlp_spans is otlp_json, as its first 100 records say",
            "100 % of 187 traces complete",
            "100 % of requests enter by ts-gateway-service /*: consider this endpoints.skip",
            "    - {service: \"ts-gateway-service\", operation: \"*\"}",
            "It could run as configured: 0 problems, 1 warning.");
    assertThat(run.out().lines()).allMatch(line -> line.length() <= 100);
    assertThat(topics()).isEqualTo(before);
  }

  @Test
  void anotherEncodingThanConfiguredIsNamed() throws Exception {
    fill("json", 3, json());

    CommandLineRun run = check(yaml("json", "  encoding: otlp_proto"));

    assertProblem(run, "kafka.encoding: 'otlp_proto', but topic json is otlp_json");
    assertThat(run.out()).contains("kafka: {encoding: otlp_json}", "skipped  no topic holds");
  }

  @Test
  void whatIsNoSpansIsNamed() throws Exception {
    fill("logs", 3, "2026-11-21 something happened".getBytes(UTF_8));

    assertProblem(
        check(yaml("logs", "")),
        "kafka.encoding: 'auto', but of topic logs 3 of 3 records fit no encoding");
  }

  @Test
  void anEmptyTopicIsNamedThoughTheJobWouldWait() throws Exception {
    Topics.create(broker, "empty", 2);

    CommandLineRun run = check(yaml("empty", ""));

    assertThat(run.status()).as(run.out()).isZero();
    assertThat(run.out()).contains("warning  empty is empty: 2 partitions without a record");
  }

  @Test
  void aTopicThatIsNotThereIsNamed() throws Exception {
    assertProblem(check(yaml("nowhere", "")), "kafka.topics: nowhere does not exist");
    assertProblem(
        check(yaml("otlp_spam", "")),
        "kafka.topics: otlp_spam does not exist, or this user may not see it; did you mean otlp_spans?");
  }

  @Test
  void lateSpansAreNamedWithTheWaitsThatWouldDo() throws Exception {
    Topics.create(broker, "late", 1);
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int trace = 1; trace <= 40; trace++) {
      records.add(record("late", 1000L * trace, span(trace, 1, 0)));
    }
    records.add(record("late", 50_000, span(20, 2, 1)));
    Topics.send(broker, records);

    CommandLineRun run = check(yaml("late", ""));

    assertThat(run.status()).as(run.out()).isZero();
    assertThat(run.out())
        .contains(
            "2.4 % of spans would arrive after their trace has closed",
            "assembly: {quiet-period: 30s, root-grace: 30s}");
  }

  @Test
  void missingOutputTopicsAreNamedWithTheCommandsThatCreateThem() throws Exception {
    fill("spans", 3, span(1, 1, 0));

    CommandLineRun run = check(yaml("spans", "output: {prefix: elsewhere}"));

    assertProblem(run, "output topics are missing: elsewhere.profiles.v1, elsewhere.mutations.v1");
    assertThat(run.out())
        .contains("run --create-topics", "--create --if-not-exists", "elsewhere.late-spans.v1");
  }

  @Test
  void outputTopicsThatSoonForgetOldTrafficAreNamed() throws Exception {
    fill("old", 3, span(1, 1, 0));
    createOutputs("week", Map.of("retention.ms", "604800000"));

    CommandLineRun run = check(yaml("old", "  start: earliest\noutput: {prefix: week}"));

    assertThat(run.status()).as(run.out()).isZero();
    assertThat(run.out().replaceAll("\\s+", " "))
        .contains(
            "warning: week.profiles.v1 and 12 more keep results for 7 days, but a run would begin with"
                + " 3 records of older traffic, whose results Kafka would soon delete",
            "--entity-name week.incidents.v1");
    assertThat(run.out()).contains("--add-config retention.ms=-1");
    assertThat(check(yaml("old", "  start: latest\noutput: {prefix: week}")).out())
        .doesNotContain("soon delete");
  }

  @Test
  void whereNothingIsCommittedARunUntilNowIsSaidToBeginWithOldTraffic() throws Exception {
    fill("uncommitted", 3, span(1, 1, 0));
    createOutputs("days", Map.of("retention.ms", "604800000"));

    CommandLineRun run = check(yaml("uncommitted", "output: {prefix: days}"));

    assertThat(run.status()).as(run.out()).isZero();
    assertThat(run.out().replaceAll("\\s+", " "))
        .contains(
            "warning: days.profiles.v1 and 12 more keep results for 7 days, but `run --until-now` would"
                + " begin with 3 records of older traffic, whose results Kafka would soon delete");
  }

  @Test
  void topicsThatAreCompactedOnlyStampedByTheBrokerOrKeptForAgesForgetNothingOld()
      throws Exception {
    fill("ancient", 3, span(1, 1, 0));
    createOutputs("compacted", Map.of("cleanup.policy", "compact"));
    createOutputs("stamped", Map.of("message.timestamp.type", "LogAppendTime"));
    createOutputs("ages", Map.of("retention.ms", Long.toString(Long.MAX_VALUE)));

    for (String prefix : List.of("compacted", "stamped", "ages")) {
      String more = "  start: earliest\noutput: {prefix: %s}".formatted(prefix);
      CommandLineRun run = check(yaml("ancient", more));
      assertThat(run.status()).as(run.out()).isZero();
      assertThat(run.out()).doesNotContain("soon delete");
    }
  }

  private static void createOutputs(String prefix, Map<String, String> settings) {
    for (ResultStream stream : ResultStream.values()) {
      broker.createTopic(stream.topic(prefix), 1, settings);
    }
  }

  @Test
  void aBrokerThatDoesNotAnswerIsNamed() throws Exception {
    String yaml =
        yaml("spans", "  properties: {request.timeout.ms: 1000, default.api.timeout.ms: 1000}")
            .replace(broker.bootstrapServers(), "127.0.0.1:1");

    assertProblem(check(yaml), "kafka.bootstrap-servers: '127.0.0.1:1': no broker answered");
  }

  @Test
  void whatAUserMayNotDoIsNamed(@TempDir Path secrets) throws Exception {
    try (SecureKafka secure = SecureKafka.start(secrets)) {
      secure.broker().createTopic("seen", 1, Map.of());
      secure.broker().allow(SecureKafka.USER, ResourceType.TOPIC, "seen", AclOperation.DESCRIBE);
      secure.broker().createTopic("stacks", 1, Map.of());
      secure.broker().allow(SecureKafka.USER, ResourceType.TOPIC, "stacks", AclOperation.DESCRIBE);

      CommandLineRun run =
          check(
              secure.yaml("check", directory, 0).replace("[spans-check]", "[seen]")
                  + "stacks: {topics: [stacks]}\n");

      assertProblem(run, "this user may not read topic seen");
      assertProblem(run, "this user may not read topic stacks");
      assertThat(run.out()).contains("--operation Read --topic seen");
    }
  }

  @Test
  void figuresOfTopicsThatTheUserMayReadAreThereWithTlsAndSaslToo(@TempDir Path secrets)
      throws Exception {
    try (SecureKafka secure = SecureKafka.start(secrets)) {
      secure.send("spans-check");

      CommandLineRun run = check(secure.yaml("check", directory, 0));

      assertProblem(run, "output topics are missing: tracemill.check.");
      assertThat(run.out())
          .contains("100 % of 20 traces complete", "20 entry requests")
          .doesNotContain("may not");
    }
  }

  @Test
  void hostsOfSpansAndStackSamplesAreCountedWithThoseThatMeet() throws Exception {
    fill("met", 3, span(1, 1, 0));
    fill("stacks-met", 2, stacks("a", "b"));

    CommandLineRun run = check(stackYaml("met", "stacks-met"));

    assertThat(run.status()).as(run.out()).isZero();
    assertThat(run.out())
        .contains(
            "ok       4 samples in the first 2 records",
            "ok       spans are of 1 host (a), samples of 2 hosts (a, b); 1 of them meet");
  }

  @Test
  void stackSamplesOfOtherHostsAreNamedWithTheAttributeThatMustAgree() throws Exception {
    fill("apart", 3, span(1, 1, 0));
    fill("stacks-apart", 1, stacks("b"));

    assertWarning(
        check(stackYaml("apart", "stacks-apart")),
        "spans are of 1 host (a), samples of 1 host (b); 0 of them meet, so no sample can explain",
        "the same k8s.node.name, host.id or host.name.");
  }

  @Test
  void recordsThatAreNoProfilesAndSamplesWithoutTimesAreNamed() throws Exception {
    fill("spans-of-pprof", 3, span(1, 1, 0));
    Topics.create(broker, "stacks-refused", 1);
    Topics.send(
        broker,
        List.of(
            record("stacks-refused", 0, stacks("a")),
            record("stacks-refused", 1, "{\"dictionary\": 1".getBytes(UTF_8)),
            record("stacks-refused", 2, withoutTimes(stacks("a"))),
            record("stacks-refused", 2 * 3_600_000, stacks("a"))));

    CommandLineRun run = check(stackYaml("spans-of-pprof", "stacks-refused"));

    assertWarning(run, "25 % of records cannot be read; the first: ", "opentelemetry-proto 1.11.");
    assertWarning(run, "33 % of samples have no time", "each with its timestamp");
    assertWarning(run, "33 % of samples are more than an hour from", "Correct the clocks");
  }

  @Test
  void aTopicOfStacksMustExistAndHoldRecords() throws Exception {
    fill("alone", 3, span(1, 1, 0));
    Topics.create(broker, "stacks-empty", 1);

    assertProblem(check(stackYaml("alone", "nowhere")), "stacks.topics: nowhere does not exist");
    assertWarning(
        check(stackYaml("alone", "^stacks-em.*")),
        "this user can read no record of stacks.topics",
        "Check that the profilers' exporter writes");
  }

  private static String stackYaml(String spans, String stacks) {
    return yaml(
        spans, "spans: {attributes: [host.name]}\nstacks: {topics: ['%s']}".formatted(stacks));
  }

  /** A sample of each host. */
  private static byte[] stacks(String... hosts) {
    List<StackSample> samples = new ArrayList<>();
    for (String host : hosts) {
      SampledThread thread = new SampledThread(host, "1", "", "java", "worker", "");
      samples.add(
          new StackSample(
              thread, 0, SampleKind.CPU, Requests.T0, 0, 10_000_000, List.of("main", "work")));
    }
    return ProfilesEncoder.encode(samples).get(0).toByteArray();
  }

  private static byte[] withoutTimes(byte[] stacks) throws IOException {
    ExportProfilesServiceRequest.Builder request =
        ExportProfilesServiceRequest.parseFrom(stacks).toBuilder();
    request
        .getResourceProfilesBuilder(0)
        .getScopeProfilesBuilder(0)
        .getProfilesBuilder(0)
        .getSamplesBuilder(0)
        .clearTimestampsUnixNano();
    return request.build().toByteArray();
  }

  private static void assertWarning(CommandLineRun run, String text, String advice) {
    assertThat(run.status()).as(run.out()).isZero();
    assertThat(run.out().replaceAll("\\s+", " ")).contains("warning: " + text, advice);
  }

  private static void assertProblem(CommandLineRun run, String text) {
    assertThat(run.out().replaceAll("\\s+", " ")).contains("problem: " + text);
    assertThat(run.out()).contains("It could not run as configured");
    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isEqualTo(1);
  }

  private static Set<String> topics() throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      return admin.listTopics().names().get();
    }
  }

  private static void fill(String topic, int records, byte[] value) throws Exception {
    Topics.create(broker, topic, 1);
    List<ProducerRecord<byte[], byte[]>> all = new ArrayList<>();
    for (int i = 0; i < records; i++) {
      all.add(record(topic, i, value));
    }
    Topics.send(broker, all);
  }

  private static ProducerRecord<byte[], byte[]> record(String topic, long millis, byte[] value) {
    return new ProducerRecord<>(topic, 0, MILLIS + millis, null, value);
  }

  private static byte[] span(long trace, long id, long parent) {
    Span.Builder span =
        Requests.span(trace, id, "GET /", 0, 10).setKind(Span.SpanKind.SPAN_KIND_SERVER);
    if (parent != 0) {
      span.setParentSpanId(spanId(parent));
    }
    return request(resource(attributes("service.name", "shop", "host.name", "a"), span))
        .toByteArray();
  }

  private static byte[] json() {
    return OneSpan.line(1, MILLIS, "json").getBytes(UTF_8);
  }

  private static String yaml(String topic, String more) {
    return """
        kafka:
          bootstrap-servers: "%s"
          topics: [%s]
        %s
        """
        .formatted(broker.bootstrapServers(), topic, more);
  }

  private CommandLineRun check(String yaml) throws IOException {
    return CommandLineRun.configured(directory, yaml, "check");
  }
}
