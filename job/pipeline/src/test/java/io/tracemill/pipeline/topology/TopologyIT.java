package io.tracemill.pipeline.topology;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static io.tracemill.pipeline.OtlpRecords.ORIGIN_MILLIS;
import static io.tracemill.pipeline.OtlpRecords.record;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.analysis.anomaly.AnomalyModel;
import io.tracemill.analysis.anomaly.AnomalyModelFile;
import io.tracemill.analysis.anomaly.AnomalyTrainer;
import io.tracemill.analysis.anomaly.TrainingProgress;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.sample.PathTimes;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.stack.Sampled;
import io.tracemill.analysis.trace.TraceSpec;
import io.tracemill.analysis.view.AttributeGroups;
import io.tracemill.analysis.view.HeatMap;
import io.tracemill.analysis.view.estimate.Estimate;
import io.tracemill.analysis.view.whatif.WhatIfTable;
import io.tracemill.connectors.output.ResultRecord;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.connectors.profiles.ProfilesEncoder;
import io.tracemill.pipeline.AnalysedRequests;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.job.FlinkSettings;
import io.tracemill.pipeline.source.EncodedRecord;
import io.tracemill.pipeline.source.files.UnitWatermarks;
import io.tracemill.pipeline.store.StoreLine;
import io.tracemill.pipeline.store.StoreWriter;
import io.tracemill.store.engine.EngineLimits;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.KeptRequests;
import io.tracemill.store.engine.Store;
import io.tracemill.store.engine.StoreSession;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class TopologyIT {
  private static final byte[] GARBAGE = "no protobuf".getBytes(UTF_8);
  private static final ObjectMapper JSON = new ObjectMapper();

  private static CollectedResults run(String name, int parallelism, List<EncodedRecord> records)
      throws Exception {
    TracemillConfig config =
        TracemillConfig.defaults()
            .with(Keys.STORE_PATH, "")
            .with(Keys.PROFILES_WINDOW, Duration.ofMinutes(2))
            .with(Keys.OUTPUT_TRACES, true)
            .checked();
    return run(name, parallelism, config, records);
  }

  private static CollectedResults run(
      String name, int parallelism, TracemillConfig config, List<EncodedRecord> records)
      throws Exception {
    return run(name, parallelism, config, records, List.of());
  }

  private static CollectedResults run(
      String name,
      int parallelism,
      TracemillConfig config,
      List<EncodedRecord> records,
      List<EncodedRecord> stacks)
      throws Exception {
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.createLocalEnvironment(
            parallelism, FlinkSettings.bounded(config));
    CollectedResults results = new CollectedResults(name);
    Optional<StoreWriter> store =
        StoreLine.once(config, Rules.line(config), Instant.EPOCH)
            .map(line -> new StoreWriter(config, Rules.sums(config), line));
    new Topology(config, results, false, store)
        .build(
            read(env, name, records),
            stacks.isEmpty() ? Optional.empty() : Optional.of(read(env, name + " stacks", stacks)));
    env.execute(name);
    return results;
  }

  @SuppressWarnings("deprecation") // as in the job
  private static DataStream<EncodedRecord> read(
      StreamExecutionEnvironment env, String name, List<EncodedRecord> records) {
    return env.fromCollection(records, EncodedRecord.TYPE)
        .name(name)
        .assignTimestampsAndWatermarks(UnitWatermarks.behind(Duration.ofSeconds(5)))
        .setParallelism(1);
  }

  private static List<EncodedRecord> hostile() {
    byte[] whole = record(0, 0, trace(1).root("a", 0, 9).child("a", "b", 1, 2)).value();
    return List.of(
        record(2000, ORIGIN_MILLIS, GARBAGE),
        record(2001, ORIGIN_MILLIS, Arrays.copyOf(whole, whole.length - 5)),
        record(2002, ORIGIN_MILLIS, new byte[0]),
        record(2003, ORIGIN_MILLIS, trace(900).root("zero", 0, 9).id(0)),
        record(2004, ORIGIN_MILLIS, trace(901).root("backwards", 9, 0)));
  }

  /** What the accounts say of endpoints, as it was written. */
  private static List<JsonNode> ofEndpoints(CollectedResults results) throws IOException {
    List<JsonNode> endpoints = new ArrayList<>();
    for (ResultRecord record : results.of(ResultStream.QUALITY)) {
      JsonNode json = JSON.readTree(record.value());
      if (json.get("scope").asText().equals("endpoint")) {
        endpoints.add(json);
      }
    }
    return endpoints;
  }

  /** As they were written: a count that comes behind its pane has a report of its own, later. */
  private static JsonNode lastAccounts(CollectedResults results) throws IOException {
    List<JsonNode> job = new ArrayList<>();
    for (ResultRecord record : results.of(ResultStream.QUALITY)) {
      JsonNode json = JSON.readTree(record.value());
      if (json.get("scope").asText().equals("job")) {
        job.add(json);
      }
    }
    return job.get(job.size() - 1);
  }

  private static long rejected(JsonNode spans) {
    long sum = 0;
    for (JsonNode count : spans.get("rejected")) {
      sum += count.asLong();
    }
    return sum;
  }

  private static void assertThatAccountsAddUp(JsonNode accounts) {
    JsonNode records = accounts.get("records");
    assertThat(records.get("received").asLong())
        .isEqualTo(records.get("decoded").asLong() + records.get("deadLettered").asLong());
    JsonNode spans = accounts.get("spans");
    assertThat(spans.get("open").asLong()).isZero();
    assertThat(spans.get("decoded").asLong())
        .as("%s", spans)
        .isEqualTo(
            spans.get("used").asLong()
                + spans.get("late").asLong()
                + spans.get("duplicate").asLong()
                + spans.get("clash").asLong()
                + spans.get("capped").asLong()
                + rejected(spans));
  }

  @Test
  void resultsAreTheSameAtAnyParallelism() throws Exception {
    CollectedResults one = run("one", 1, ShopRecords.all());
    CollectedResults two = run("two", 2, ShopRecords.all());
    assertThat(one.byKey(ResultStream.TRACES)).hasSize(ShopRecords.TRACES);
    assertThat(one.byKey(ResultStream.PROFILES)).hasSizeGreaterThan(10);
    for (ResultStream stream :
        List.of(
            ResultStream.TRACES,
            ResultStream.PROFILES,
            ResultStream.HOTSPOTS,
            ResultStream.DEPENDENCIES,
            ResultStream.QUALITY)) {
      assertThat(two.byKey(stream)).isEqualTo(one.byKey(stream));
    }
    assertThat(two.of(ResultStream.LATE_SPANS)).hasSize(ShopRecords.TRACES / 10);
  }

  @Test
  void hotspotsAddUpToTheOwnTimesOfAllTraces() throws Exception {
    CollectedResults results = run("hotspots", 2, ShopRecords.all());

    assertThat(Hotspots.of(results.of(ResultStream.HOTSPOTS)))
        .hasSizeGreaterThan(3)
        .isEqualTo(Hotspots.ofTraces(results.of(ResultStream.TRACES)));
  }

  @Test
  void theAccountsAddUp() throws Exception {
    JsonNode accounts = lastAccounts(run("accounts", 2, ShopRecords.all()));
    assertThatAccountsAddUp(accounts);
    assertThat(accounts.get("records").get("received").asLong())
        .isEqualTo(ShopRecords.all().size());
    assertThat(accounts.get("spans").get("used").asLong()).isEqualTo(4 * ShopRecords.TRACES);
    assertThat(accounts.get("spans").get("duplicate").asLong())
        .isEqualTo(ShopRecords.TRACES / 7 + 1);
    assertThat(accounts.get("spans").get("late").asLong()).isEqualTo(ShopRecords.TRACES / 10);
    assertThat(accounts.get("traces").get("complete").asLong()).isEqualTo(ShopRecords.TRACES);
  }

  @Test
  void lateSpansCountAtTheEndpointOfTheirTrace() throws Exception {
    List<JsonNode> accounts = ofEndpoints(run("late", 2, ShopRecords.all()));
    for (String service : List.of("web", "app")) {
      long late = 0;
      for (JsonNode endpoint : accounts) {
        boolean mine = endpoint.at("/endpoint/service").asText().equals(service);
        late += mine ? endpoint.at("/spans/late").asLong() : 0;
      }
      long ofWeb = (ShopRecords.TRACES + 29) / 30;
      assertThat(late)
          .as(service)
          .isEqualTo(service.equals("web") ? ofWeb : ShopRecords.TRACES / 10 - ofWeb);
    }
  }

  @Test
  void hostileRecordsEndInTheAccountsAndTheDeadLetters() throws Exception {
    List<EncodedRecord> records = new ArrayList<>(hostile());
    records.addAll(ShopRecords.all());
    CollectedResults results = run("hostile", 2, records);
    assertThat(results.of(ResultStream.DEAD_LETTERS))
        .extracting(letter -> new String(letter.header("offset").orElseThrow(), UTF_8))
        .containsExactlyInAnyOrder("2000", "2001");
    assertThat(results.of(ResultStream.DEAD_LETTERS))
        .anySatisfy(letter -> assertThat(letter.value()).isEqualTo(GARBAGE));
    JsonNode accounts = lastAccounts(results);
    assertThatAccountsAddUp(accounts);
    JsonNode rejected = accounts.get("spans").get("rejected");
    assertThat(rejected.get("invalid-span-id").asLong()).isEqualTo(1);
    assertThat(rejected.get("negative-duration").asLong()).isEqualTo(1);
    assertThat(results.byKey(ResultStream.TRACES))
        .isEqualTo(run("harmless", 1, ShopRecords.all()).byKey(ResultStream.TRACES));
  }

  @Test
  void aRecordFromTheEndOfTimeDoesNotStopTheJob() throws Exception {
    List<EncodedRecord> records = new ArrayList<>(ShopRecords.all());
    records.add(record(3000, Long.MAX_VALUE - 1, trace(903).root("late", 0, 9)));
    records.add(record(3001, ORIGIN_MILLIS, trace(904).root("early", 0, 9)));
    CollectedResults results = run("end of time", 1, records);
    assertThat(results.byKey(ResultStream.TRACES)).hasSize(ShopRecords.TRACES + 2);
    assertThatAccountsAddUp(lastAccounts(results));
  }

  /** Windows of two seconds, and as short panes. */
  private static TracemillConfig hasty() {
    return TracemillConfig.defaults()
        .with(Keys.STORE_PATH, "")
        .with(Keys.PANE, Duration.ofSeconds(2))
        .with(Keys.PROFILES_WINDOW, Duration.ofSeconds(2))
        .with(Keys.PROFILES_SLIDE, Duration.ofSeconds(2))
        .with(Keys.ASSEMBLY_ROOT_GRACE, Duration.ofSeconds(1))
        .checked();
  }

  @Test
  void withoutDetectionThereAreProfilesAndNoIncidents() throws Exception {
    TracemillConfig config = hasty().with(Keys.CHANGES_ENABLED, false).checked();
    CollectedResults results = run("off", 2, config, ShopRecords.withSlowDatabase(90, 40, 55));

    assertThat(results.of(ResultStream.PROFILES)).hasSizeGreaterThan(40);
    assertThat(results.of(ResultStream.INCIDENTS)).isEmpty();
    assertThat(ofEndpoints(results)).allMatch(endpoint -> !endpoint.has("watch"));
  }

  @Test
  void nothingIsSaidOfAServiceOfWhichTooManySpansComeTooLate() throws Exception {
    List<EncodedRecord> records = new ArrayList<>(ShopRecords.withSlowDatabase(90, 40, 55));
    for (int i = 0; i < 20 * 90; i += 10) {
      long millis = ORIGIN_MILLIS + 50L * i + 4000;
      records.add(record(10_000 + i, millis, trace(i + 1).orphan("log", 8, 9)));
    }
    records.sort(Comparator.comparingLong(EncodedRecord::eventMillis));
    CollectedResults results = run("late logs", 2, hasty(), records);

    assertThat(ofEndpoints(results))
        .extracting(endpoint -> endpoint.at("/watch/state").asText())
        .contains("learning", "watching", "blind");
    assertThat(results.of(ResultStream.INCIDENTS)).isEmpty();
  }

  @Test
  void aServiceThatIsSlowForAWhileIsOneIncidentThatIsResolved() throws Exception {
    CollectedResults results =
        run("slow database", 2, hasty(), ShopRecords.withSlowDatabase(90, 40, 55));

    List<JsonNode> incidents = new ArrayList<>();
    for (ResultRecord record : results.of(ResultStream.INCIDENTS)) {
      incidents.add(JSON.readTree(record.value()));
    }
    assertThat(incidents).extracting(json -> json.get("id").asText()).hasSizeGreaterThan(1);
    assertThat(incidents)
        .extracting(json -> json.get("id").asText())
        .containsOnly(incidents.get(0).get("id").asText());
    JsonNode first = incidents.get(0);
    assertThat(first.get("status").asText()).isEqualTo("firing");
    // The end of a pane of two seconds, and a trace is dated up to two seconds after its end.
    assertThat(first.get("sinceMillis").asLong() - ORIGIN_MILLIS).isBetween(41_000L, 44_000L);
    assertThat(first.get("culprits").get(0).get("service").asText()).isEqualTo("db");
    JsonNode last = incidents.get(incidents.size() - 1);
    assertThat(last.get("status").asText()).isEqualTo("resolved");
    assertThat(last.get("reason").asText()).isEqualTo("recovered");
    assertThat(results.of(ResultStream.MUTATIONS)).isNotEmpty();
    assertThat(results.of(ResultStream.CHANGES)).hasSizeGreaterThan(5);
    assertThatExemplarsAreKept(results, incidents);
  }

  private static void assertThatExemplarsAreKept(CollectedResults results, List<JsonNode> incidents)
      throws IOException {
    Set<String> kept = new HashSet<>();
    for (ResultRecord record : results.of(ResultStream.KEEP)) {
      JsonNode keep = JSON.readTree(record.value());
      if (keep.path("reason").asText().equals("incident")) {
        kept.add(keep.path("traceId").asText());
      }
    }
    for (JsonNode incident : incidents) {
      incident.at("/exemplars/before").forEach(trace -> assertThat(kept).contains(trace.asText()));
      incident.at("/exemplars/after").forEach(trace -> assertThat(kept).contains(trace.asText()));
    }
    assertThat(kept).isNotEmpty();
  }

  /** A backup that has the CPU of the database's host for some seconds. */
  private static List<EncodedRecord> backup(int seconds, int from, int to) {
    List<EncodedRecord> records = new ArrayList<>();
    for (int second = 0; second < seconds; second++) {
      long millis = ORIGIN_MILLIS + 1_000L * second;
      String process = second >= from && second < to ? "backup" : "swapper";
      Sampled samples = new Sampled().cpu("db-1", process, millis, millis + 1_000, "main");
      for (var request : ProfilesEncoder.encode(samples.sent("db-1").samples())) {
        records.add(record(records.size(), millis + 1_000, request.toByteArray()));
      }
    }
    return records;
  }

  @Test
  void anIncidentSaysWhatRanOnTheHostsOfItsCulprit() throws Exception {
    TracemillConfig config = hasty().with(Keys.STACKS_TOPICS, List.of("profiles")).checked();
    CollectedResults results =
        run("backup", 2, config, ShopRecords.withSlowDatabase(420, 60, 410), backup(420, 60, 410));

    List<JsonNode> explanations = new ArrayList<>();
    for (ResultRecord record : results.of(ResultStream.STACK_EXPLANATIONS)) {
      explanations.add(JSON.readTree(record.value()));
    }
    List<JsonNode> incidents = new ArrayList<>();
    for (ResultRecord record : results.of(ResultStream.INCIDENTS)) {
      incidents.add(JSON.readTree(record.value()));
    }
    JsonNode last = incidents.get(incidents.size() - 1);
    assertThat(explanations)
        .extracting(json -> json.path("incidentId").asText())
        .contains(last.path("id").asText());
    assertThat(last.at("/stacks/0").asText())
        .startsWith("on db-1 `backup` took 100 % of the CPU under slow spans, ");
    assertThat(last.path("summary").asText()).contains("Stack samples: on db-1 `backup` took");
  }

  /** A shop of twenty requests a second, of which one has its time at the other callee. */
  private static List<EncodedRecord> shopWithAnOddRequest(int seconds) {
    List<EncodedRecord> records = new ArrayList<>();
    for (int i = 0; i < 20 * seconds; i++) {
      long start = 50_000_000L * i;
      long database = 1_000_000L * (50 + i * 7 % 20);
      long mail = 70_000_000 - database;
      boolean odd = i == 10 * seconds;
      long between = start + 10_000_000 + (odd ? 6_000_000 : database);
      long end = start + 10_000_000 + database + mail;
      records.add(
          record(
              i,
              ORIGIN_MILLIS + end / 1_000_000 + 20,
              trace(i + 1)
                  .root("front", start, end)
                  .child("front", "db", start + 10_000_000, between)
                  .child("front", "mail", between, end)));
    }
    return records;
  }

  @Test
  void aRequestThatSpendsItsTimeElsewhereIsAnAnomalyThoughItTakesAsLong(@TempDir Path directory)
      throws Exception {
    List<PathTimes> usual = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      long database = 1_000_000L * (50 + i * 7 % 20);
      usual.add(
          PathTimes.copyOf(
              AnalysedRequests.entry(
                      trace(i + 1)
                          .root("front", 0, 80_000_000)
                          .child("front", "db", 10_000_000, 10_000_000 + database)
                          .child("front", "mail", 10_000_000 + database, 80_000_000))
                  .criticalPath()));
    }
    AnomalyModel model =
        new AnomalyTrainer(AnomalyTrainer.ALARM_SHARE)
            .train(
                Frame.of("front", "op"), usual, 7, new SplittableRandom(1), TrainingProgress.NONE)
            .orElseThrow()
            .model();
    try (OutputStream out = Files.newOutputStream(directory.resolve("front.tmam"))) {
      AnomalyModelFile.write(out, List.of(model));
    }
    TracemillConfig config = hasty().with(Keys.ANOMALIES_MODELS, directory.toString()).checked();

    CollectedResults results = run("odd request", 2, config, shopWithAnOddRequest(30));

    List<ResultRecord> anomalies = results.of(ResultStream.ANOMALIES);
    assertThat(anomalies).hasSize(1);
    JsonNode found = JSON.readTree(anomalies.get(0).value());
    String odd = new TraceId(7, 301).hex();
    assertThat(found.path("traceId").asText()).isEqualTo(odd);
    assertThat(found.path("reason").asText()).isEqualTo("score");
    assertThat(found.path("durationNanos").asLong()).isEqualTo(80_000_000);
    assertThat(found.path("paths").findValuesAsText("service")).contains("db", "mail");
    assertThat(found.at("/model/id").asText()).isEqualTo(model.id());
    List<String> kept = new ArrayList<>();
    for (ResultRecord record : results.of(ResultStream.KEEP)) {
      JsonNode keep = JSON.readTree(record.value());
      if (keep.path("traceId").asText().equals(odd)) {
        kept.add(keep.path("reason").asText());
      }
    }
    assertThat(kept).contains("anomaly");
  }

  /** Forty requests; the database takes 60 ms on its old host, 50 ms on the new one. */
  private static List<EncodedRecord> shopWithTwoHosts() {
    List<EncodedRecord> records = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      boolean old = i % 2 == 0;
      long database = old ? 70_000_000 : 60_000_000;
      TraceSpec shop =
          trace(i + 1)
              .root("front", 0, database + 10_000_000)
              .child("front", "db", 10_000_000, database)
              .host(old ? "old" : "new")
              .child("front", "mail", 10_000_000, database - (old ? 10_000_000 : 2_000_000));
      records.add(record(i, ORIGIN_MILLIS + 100 + i, shop));
    }
    return records;
  }

  @Test
  void keptRequestsAnswerHeatMapsWhatIfsAndGroups(@TempDir Path directory) throws Exception {
    TracemillConfig config =
        TracemillConfig.defaults()
            .with(Keys.SPANS_ATTRIBUTES, List.of("host.name"))
            .with(Keys.STORE_PATH, directory.toString())
            .checked();
    run("two hosts", 2, config, shopWithTwoHosts());
    Store store = Store.open(directory, Optional.empty(), EngineLimits.DEFAULT);
    ReplayRules rules = store.rules().replay();
    try (StoreSession session = store.session(Filter.ALL_TIME)) {
      KeptRequests requests = KeptRequests.of(session, Filter.ALL);

      HeatMap map = HeatMap.of(requests, rules);
      assertThat(map.columns()).hasSize(40);
      assertThat(map.rows().get(0).frame().service()).isEqualTo("db");
      assertThat(map.rows().get(0).exclusiveNanos()).startsWith(50_000_000L).endsWith(60_000_000L);

      WhatIfTable table = WhatIfTable.of(requests, rules);
      assertThat(table.basis().kept()).isEqualTo(40);
      assertThat(table.before().mean()).isEqualTo(Estimate.exact(75_000_000));
      WhatIfTable.Row database = table.changes().get(0);
      assertThat(database.outcome().change().place().service()).isEqualTo("db");
      // On the new host the mail is critical as soon as 2 ms are saved.
      assertThat(database.outcome().saved().p99Nanos()).hasValue(6_000_000);
      assertThat(database.outcome().saved().p50Nanos()).hasValue(2_000_000);
      assertThat(database.outcome().saved().mean()).isEqualTo(Estimate.exact(4_000_000));
      assertThat(database.outcome().criticalThen().map(Place::service)).contains("mail");
      assertThat(database.margin().orElseThrow().drag()).isEqualTo(Estimate.exact(6_000_000));

      AttributeGroups hosts = AttributeGroups.of(requests, rules, 10).get(0);
      assertThat(hosts.frame().service()).isEqualTo("db");
      assertThat(hosts.key()).isEqualTo("host.name");
      assertThat(hosts.pValue()).isLessThan(1e-6);
      assertThat(hosts.groups())
          .extracting(
              AttributeGroups.Group::value, group -> group.basis().kept(), group -> group.mean())
          .containsExactly(
              Tuple.tuple("old", 20, Estimate.exact(60_000_000)),
              Tuple.tuple("new", 20, Estimate.exact(50_000_000)));
    }
  }
}
