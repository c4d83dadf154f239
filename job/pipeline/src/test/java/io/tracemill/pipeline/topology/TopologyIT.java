package io.tracemill.pipeline.topology;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static io.tracemill.pipeline.OtlpRecords.ORIGIN_MILLIS;
import static io.tracemill.pipeline.OtlpRecords.record;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.analysis.trace.TraceSpec;
import io.tracemill.connectors.output.ResultRecord;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.ChangeKeys;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.job.FlinkSettings;
import io.tracemill.pipeline.source.EncodedRecord;
import io.tracemill.pipeline.source.unit.UnitSource;
import io.tracemill.pipeline.source.unit.UnitWatermarks;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class TopologyIT {
  /** What the sources of a run read: they are copied to where they run. */
  private static final Map<String, List<EncodedRecord>> RECORDS = new ConcurrentHashMap<>();

  private static final byte[] GARBAGE = "no protobuf".getBytes(UTF_8);
  private static final ObjectMapper JSON = new ObjectMapper();

  private static CollectedResults run(String name, int parallelism, List<EncodedRecord> records)
      throws Exception {
    TracemillConfig config =
        TracemillConfig.defaults()
            .with(Keys.PROFILES_WINDOW, Duration.ofMinutes(2))
            .with(Keys.OUTPUT_TRACES, true)
            .checked();
    return run(name, parallelism, config, records);
  }

  private static CollectedResults run(
      String name, int parallelism, TracemillConfig config, List<EncodedRecord> records)
      throws Exception {
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.createLocalEnvironment(
            parallelism, FlinkSettings.bounded(config));
    RECORDS.put(name, records);
    CollectedResults results = new CollectedResults(name);
    new Topology(config, results)
        .build(
            env.fromSource(
                    new UnitSource(
                        () -> CloseableIterator.adapterForIterator(RECORDS.get(name).iterator())),
                    UnitWatermarks.behind(Duration.ofSeconds(5)),
                    "read")
                .setParallelism(1));
    env.execute(name);
    return results;
  }

  private static List<EncodedRecord> hostile() {
    byte[] whole = record(0, 0, trace(1).root("a", 0, 9).child("a", "b", 1, 2)).value();
    return List.of(
        record(2000, ORIGIN_MILLIS, GARBAGE),
        record(2001, ORIGIN_MILLIS, Arrays.copyOf(whole, whole.length - 5)),
        record(2002, ORIGIN_MILLIS, new byte[0]),
        record(2003, ORIGIN_MILLIS, trace(900).root("zero", 0, 9).id(0)),
        record(2004, ORIGIN_MILLIS, trace(901).root("backwards", 9, 0)),
        record(2005, ORIGIN_MILLIS, trace(902).orphan("loop", 0, 9).id(5).parentId(5)));
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
            ResultStream.SYSTEMS,
            ResultStream.DIAGNOSES,
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
    assertThat(rejected.get("parent-cycle").asLong()).isEqualTo(1);
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

  /** Requests of a shop for so many seconds, of which its database is slow in some. */
  private static List<EncodedRecord> shopWithSlowDatabase(int seconds, int slowFrom, int slowTo) {
    List<EncodedRecord> records = new ArrayList<>();
    for (int i = 0; i < 20 * seconds; i++) {
      long start = 50_000_000L * i;
      int second = i / 20;
      long database = second >= slowFrom && second < slowTo ? 200_000_000 : 100_000_000;
      // Spread over a fifth, differently in each second.
      long spread = 1_000_000L * ((i * 7 + second * 13) % 20);
      long end = start + database + spread;
      records.add(
          record(
              i,
              ORIGIN_MILLIS + end / 1_000_000 + 20,
              trace(i + 1)
                  .root("front", start, end + 10_000_000)
                  .child("front", "db", start + 5_000_000, end)));
    }
    return records;
  }

  /** Windows of two seconds, and as short panes. */
  private static TracemillConfig hasty() {
    return TracemillConfig.defaults()
        .with(Keys.PROFILES_WINDOW, Duration.ofSeconds(2))
        .with(Keys.PROFILES_SLIDE, Duration.ofSeconds(1))
        .with(Keys.ASSEMBLY_ROOT_GRACE, Duration.ofSeconds(1))
        .with(ChangeKeys.CHANGES_PANE, Duration.ofSeconds(2))
        .checked();
  }

  @Test
  void withoutDetectionThereAreProfilesAndNoIncidents() throws Exception {
    TracemillConfig config = hasty().with(ChangeKeys.CHANGES_ENABLED, false).checked();
    CollectedResults results = run("off", 2, config, shopWithSlowDatabase(90, 40, 55));

    assertThat(results.of(ResultStream.PROFILES)).hasSizeGreaterThan(80);
    assertThat(results.of(ResultStream.INCIDENTS)).isEmpty();
    assertThat(ofEndpoints(results)).allMatch(endpoint -> !endpoint.has("watch"));
  }

  @Test
  void nothingIsSaidOfAServiceOfWhichTooManySpansComeTooLate() throws Exception {
    List<EncodedRecord> records = new ArrayList<>(shopWithSlowDatabase(90, 40, 55));
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
    CollectedResults results = run("slow database", 2, hasty(), shopWithSlowDatabase(90, 40, 55));

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
  void theRequestsOfAWindowAreAHeatMapAWhatIfTableAndBreakdowns() throws Exception {
    TracemillConfig config =
        TracemillConfig.defaults()
            .with(Keys.SPANS_ATTRIBUTES, List.of("host.name"))
            .with(Keys.PROFILES_SAMPLE_SIZE, 100)
            .checked();
    CollectedResults results = run("two hosts", 2, config, shopWithTwoHosts());

    JsonNode map = only(results, ResultStream.HEATMAPS);
    assertThat(map.get("requests").asInt()).isEqualTo(40);
    assertThat(map.get("columns")).hasSize(40);
    assertThat(map.at("/rows/0/service").asText()).isEqualTo("db");
    assertThat(map.at("/rows/0/exclusiveNanos/0").asLong()).isEqualTo(50_000_000);
    assertThat(map.at("/rows/0/exclusiveNanos/39").asLong()).isEqualTo(60_000_000);

    JsonNode table = only(results, ResultStream.WHAT_IFS);
    assertThat(table.get("requests").asInt()).isEqualTo(40);
    assertThat(table.get("sampled").asInt()).isEqualTo(40);
    assertThat(table.get("leftOut").asInt()).isZero();
    assertThat(table.at("/before/meanNanos").asLong()).isEqualTo(75_000_000);
    JsonNode database = table.at("/changes/0");
    assertThat(database.at("/place/service").asText()).isEqualTo("db");
    // On the new host the mail is critical as soon as 2 ms are saved.
    assertThat(database.at("/saved/p99Nanos").asLong()).isEqualTo(6_000_000);
    assertThat(database.at("/saved/p50Nanos").asLong()).isEqualTo(2_000_000);
    assertThat(database.at("/saved/meanNanos").asLong()).isEqualTo(4_000_000);
    assertThat(database.at("/criticalThen/service").asText()).isEqualTo("mail");
    assertThat(database.get("dragNanos").asLong()).isEqualTo(6_000_000);

    JsonNode hosts = only(results, ResultStream.BREAKDOWNS);
    assertThat(hosts.at("/frame/service").asText()).isEqualTo("db");
    assertThat(hosts.get("attribute").asText()).isEqualTo("host.name");
    assertThat(hosts.get("pValue").asDouble()).isLessThan(1e-6);
    assertThat(hosts.at("/groups/0/value").asText()).isEqualTo("old");
    assertThat(hosts.at("/groups/0/requests").asInt()).isEqualTo(20);
    assertThat(hosts.at("/groups/0/meanNanos").asLong()).isEqualTo(60_000_000);
    assertThat(hosts.at("/groups/1/meanNanos").asLong()).isEqualTo(50_000_000);
  }

  private static JsonNode only(CollectedResults results, ResultStream stream) throws IOException {
    assertThat(results.of(stream)).hasSize(1);
    return JSON.readTree(results.of(stream).get(0).value());
  }
}
