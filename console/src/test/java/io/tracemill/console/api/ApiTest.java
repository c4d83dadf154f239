package io.tracemill.console.api;

import static io.tracemill.console.feed.TestRecords.BUY;
import static io.tracemill.console.feed.TestRecords.MINUTE;
import static io.tracemill.console.feed.TestRecords.PAY;
import static io.tracemill.console.feed.TestRecords.anomaly;
import static io.tracemill.console.feed.TestRecords.calls;
import static io.tracemill.console.feed.TestRecords.deployment;
import static io.tracemill.console.feed.TestRecords.incident;
import static io.tracemill.console.feed.TestRecords.jobQuality;
import static io.tracemill.console.feed.TestRecords.mutation;
import static io.tracemill.console.feed.TestRecords.profile;
import static io.tracemill.console.feed.TestRecords.record;
import static io.tracemill.console.feed.TestRecords.stacks;
import static io.tracemill.console.feed.TestRecords.watch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.connectors.live.Picture;
import io.tracemill.connectors.live.PictureLimits;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.console.feed.FeedState;
import io.tracemill.console.feed.TestRecords;
import io.tracemill.console.feed.TestRecords.Result;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The answers from the picture: their content, and that they match {@code openapi.json}. */
class ApiTest {
  private static final long NOON = 1_700_000_000_000L;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SHOP = "service=shop";
  private static final String BUYS = "operation=buy";

  private final Picture picture = new Picture(PictureLimits.LIVE);
  private final Api api = api(FeedState.of(FeedState.Kind.LIVE, NOON));

  private Api api(FeedState state) {
    InstantSource clock = InstantSource.fixed(Instant.ofEpochMilli(NOON + 5_000));
    StatusAnswer status = new StatusAnswer(picture, () -> state, "1.0", false, MINUTE);
    return new Api(picture, PictureRoutes.of(picture, status, clock), clock);
  }

  /** An answer, which must match the document. */
  private JsonNode ask(String path, String... parameters) throws IOException {
    JsonNode answer = JSON.readTree(api.answer(path, query(parameters)));
    OpenApiSchemas.check(path, 200, answer);
    return answer;
  }

  private static ApiQuery query(String... parameters) {
    Map<String, String> query = new TreeMap<>();
    for (String parameter : parameters) {
      String[] parts = parameter.split("=", 2);
      query.put(parts[0], parts[1]);
    }
    return new ApiQuery(query);
  }

  private ApiException refusal(String path, String... parameters) {
    return catchThrowableOfType(ApiException.class, () -> api.answer(path, query(parameters)));
  }

  private void accept(Result... results) {
    for (Result result : results) {
      TestRecords.accept(picture, result);
    }
  }

  @Test
  void theStatusSaysHowCurrentThePictureIs() throws IOException {
    assertThat(ask("status").has("asOfMillis")).isFalse();
    accept(profile(BUY, NOON, 60), incident("a", "ticket", 1, NOON, NOON));
    JsonNode status = ask("status");
    assertThat(status.path("asOfMillis").asLong()).isEqualTo(NOON);
    assertThat(status.at("/feed/state").asText()).isEqualTo("live");
    assertThat(status.at("/incidents/ticket").asInt()).isEqualTo(1);
    assertThat(status.path("endpoints").asInt()).isEqualTo(1);
    assertThat(status.path("storeOn").asBoolean()).isFalse();
  }

  @Test
  void everyStateOfTheFeedIsPromised() throws IOException {
    for (FeedState.Kind kind : FeedState.Kind.values()) {
      byte[] status = api(new FeedState(kind, NOON, Optional.of("why"))).answer("status", query());
      OpenApiSchemas.check("status", 200, status);
    }
  }

  @Test
  void nowHasWhatFiresAndWhatEndedLately() throws IOException {
    accept(profile(BUY, NOON, 60), jobQuality(NOON - 11 * MINUTE), jobQuality(NOON - 10 * MINUTE));
    accept(jobQuality(NOON));
    accept(watch(BUY, NOON, "learning"), watch(PAY, NOON, "watching"));
    accept(incident("fires", "page", 1, NOON - MINUTE, NOON));
    accept(incident("ended", "page", 0, NOON - 59 * MINUTE, NOON - 59 * MINUTE));
    accept(incident("long ago", "page", 0, NOON - 61 * MINUTE, NOON - 61 * MINUTE));
    JsonNode now = ask("now");
    assertThat(now.path("incidents"))
        .extracting(each -> each.at("/incident/id").asText())
        .containsExactly("fires", "ended");
    assertThat(now.path("incidents"))
        .extracting(each -> each.path("firing").asBoolean())
        .containsExactly(true, false);
    assertThat(now.at("/incidents/0/series/points")).hasSize(1);
    assertThat(now.at("/watch/watching").asInt()).isEqualTo(1);
    assertThat(now.at("/watch/learning/0/endpoint/service").asText()).isEqualTo("shop");
    assertThat(now.at("/quality/scope").asText()).isEqualTo("job");
    assertThat(now.at("/qualityEarlier/window/endMillis").asLong()).isEqualTo(NOON - 10 * MINUTE);
    assertThat(now.path("lagMillis").asLong()).isEqualTo(5_000);
  }

  @Test
  void endpointsAreListedAsOfTheirNewestWindows() throws IOException {
    assertThat(ask("endpoints").path("endpoints")).isEmpty();
    accept(jobQuality(NOON - MINUTE), profile(BUY, NOON - MINUTE, 30));
    assertThat(ask("endpoints").at("/endpoints/0").has("ratePerSecond")).isFalse();
    accept(profile(BUY, NOON, 60), watch(BUY, NOON, "blind"));
    accept(incident("a", "page", 1, NOON, NOON), incident("b", "page", 0, NOON, NOON));
    JsonNode endpoint = ask("endpoints").at("/endpoints/0");
    assertThat(endpoint.path("ratePerSecond").asDouble()).isEqualTo(1);
    assertThat(endpoint.path("spark")).hasSize(2);
    assertThat(endpoint.at("/spark/1/0").asLong()).isEqualTo(NOON);
    assertThat(endpoint.at("/hottest/share").asDouble()).isEqualTo(0.6);
    assertThat(endpoint.at("/watch/state").asText()).isEqualTo("blind");
    assertThat(endpoint.path("incidents")).extracting(JsonNode::asText).containsExactly("a");
  }

  @Test
  void aSeriesHasTheWindowsOfARangeAndItsIncidents() throws IOException {
    for (int minute = 0; minute < 5; minute++) {
      accept(profile(BUY, NOON + minute * MINUTE, 60));
    }
    accept(incident("a", "page", 1, NOON, NOON + MINUTE));
    accept(incident("later", "page", 1, NOON + 4 * MINUTE, NOON + 4 * MINUTE));
    assertThat(ask("endpoint/series", SHOP, BUYS).path("points")).hasSize(5);
    JsonNode part =
        ask("endpoint/series", SHOP, BUYS, "from=" + (NOON + MINUTE), "to=" + (NOON + 2 * MINUTE));
    assertThat(part.path("points")).hasSize(2);
    assertThat(part.path("marks"))
        .extracting(mark -> mark.path("incident").asText())
        .containsExactly("a");
  }

  @Test
  void aProfileIsTheNewestRecord() throws IOException {
    Result newest = profile(BUY, NOON, 60);
    accept(profile(BUY, NOON - MINUTE, 50), newest);
    assertThat(ask("endpoint/profile", SHOP, BUYS)).isEqualTo(JSON.readTree(newest.text()));
  }

  @Test
  void recordsOfAnEndpointAreItsOwnNewestFirst() throws IOException {
    for (long end : List.of(NOON, NOON + 1)) {
      accept(
          record(ResultStream.CHANGES, BUY, end, "mine"),
          record(ResultStream.CHANGES, PAY, end, "other"));
    }
    assertThat(ask("endpoint/changes", SHOP, BUYS).path("records"))
        .extracting(each -> each.at("/endpoint/service") + " " + each.at("/window/endMillis"))
        .containsExactly("\"shop\" " + (NOON + 1), "\"shop\" " + NOON);
    accept(incident("a", "page", 1, NOON, NOON), mutation("m", "a"));
    assertThat(ask("endpoint/mutations", SHOP, BUYS).path("records"))
        .extracting(each -> each.path("id").asText())
        .containsExactly("m");
    assertThat(ask("endpoint/mutations", "service=bank", "operation=pay").path("records"))
        .isEmpty();
  }

  @Test
  void recordsOfAStreamAreThoseOfItsNewestWindow() throws IOException {
    for (ResultStream stream : List.of(ResultStream.HOTSPOTS, ResultStream.DEPENDENCIES)) {
      accept(record(stream, NOON - 1, "k", "old"), record(stream, NOON, "k", "new"));
      assertThat(ask(stream.label()).path("records"))
          .extracting(each -> each.at("/window/endMillis").asLong())
          .containsExactly(NOON);
    }
    accept(jobQuality(NOON));
    assertThat(ask("quality").at("/records/0/scope").asText()).isEqualTo("job");
  }

  @Test
  void theServiceGraphHasTheCallsTheirFiguresAndWhatFires() throws IOException {
    assertThat(ask("services").has("window")).isFalse();
    accept(profile(BUY, NOON, 60), calls("shop", "bank", NOON, 8));
    accept(calls("bank", "db", NOON - MINUTE, 8), incident("a", "page", 1, NOON, NOON));

    JsonNode services = ask("services");

    assertThat(services.path("services"))
        .extracting(each -> each.path("name").asText() + " " + each.at("/figures/requests").asInt())
        .containsExactly("bank 8", "shop 60");
    assertThat(services.at("/services/0/figures/errorRatio").asDouble()).isEqualTo(0.25);
    assertThat(services.at("/services/0/incidents")).isEmpty();
    assertThat(services.at("/services/1/incidents/0").asText()).isEqualTo("a");
    assertThat(services.at("/services/1/endpoints").asInt()).isEqualTo(1);
    JsonNode edge = services.path("edges").path(0);
    assertThat(services.path("edges")).hasSize(1);
    assertThat(edge.path("callee").asText()).isEqualTo("bank");
    assertThat(edge.at("/figures/meanNanos").asDouble()).isEqualTo(30_000_000);
    assertThat(edge.path("endpoints").asInt()).isEqualTo(1);
    assertThat(services.at("/incidents/0/severity").asText()).isEqualTo("page");
  }

  @Test
  void theEndpointsOfAnEdgeSayWhereInTheirCallTreesItIs() throws IOException {
    accept(profile(BUY, NOON, 60), profile(PAY, NOON, 60));

    JsonNode answer = ask("services/endpoints", "caller=shop", "callee=bank");

    assertThat(answer.path("count").asInt()).isEqualTo(1);
    JsonNode row = answer.path("endpoints").path(0);
    assertThat(row.at("/endpoint/operation").asText()).isEqualTo("buy");
    assertThat(row.path("share").asDouble()).isEqualTo(0.4);
    assertThat(row.path("path"))
        .extracting(step -> step.path("operation").asText() + step.path("callee").asText())
        .containsExactly("buy", "buybank");
    assertThat(ask("services/endpoints", "caller=bank", "callee=shop").path("endpoints")).isEmpty();
    assertThat(refusal("services/endpoints", "caller=bank")).hasMessageContaining("callee");
  }

  @Test
  void anIncidentHasItsMutationsChangesAndSeries() throws IOException {
    accept(
        profile(BUY, NOON, 60), incident("a", "page", 1, NOON - 60_000, NOON), mutation("m", "a"));
    accept(record(ResultStream.CHANGES, BUY, NOON, "why"));
    assertThat(ask("incidents").at("/incidents/0/incident/id").asText()).isEqualTo("a");
    JsonNode incident = ask("incident", "id=a");
    assertThat(incident.path("firing").asBoolean()).isTrue();
    assertThat(incident.at("/mutations/0/id").asText()).isEqualTo("m");
    assertThat(incident.at("/accounts/0/endpoint/service").asText()).isEqualTo("shop");
    assertThat(incident.at("/series/points")).hasSize(1);
  }

  @Test
  void stackExplanationsAreTheNewestFirstAndInAWindowThoseWithCulprits() throws IOException {
    assertThat(ask("stack-explanations").path("records")).isEmpty();
    accept(stacks(PAY, NOON - MINUTE, "culprits", ""), stacks(BUY, NOON, "no-anomaly", ""));
    accept(stacks(PAY, NOON, "culprits", ""), stacks(BUY, NOON, "no-anomaly", "a"));
    assertThat(sentences(ask("stack-explanations")))
        .containsExactly(
            "culprits of bank", "no-anomaly of shop", "no-anomaly of shop", "culprits of bank");
    assertThat(sentences(ask("stack-explanations", "service=bank", "operation=pay"))).hasSize(2);
    assertThat(sentences(ask("stack-explanations", "incident=a"))).hasSize(1);
  }

  @Test
  void anomaliesAreTheNewestFirst() throws IOException {
    assertThat(ask("anomalies").path("records")).isEmpty();
    accept(anomaly(BUY, id(1), NOON), anomaly(PAY, id(2), NOON + 1), anomaly(BUY, id(3), NOON + 2));
    assertThat(traces(ask("anomalies"))).containsExactly(id(3), id(2), id(1));
    assertThat(traces(ask("anomalies", SHOP, BUYS))).containsExactly(id(3), id(1));
    assertThat(traces(ask("anomalies", "from=" + NOON, "to=" + (NOON + 2))))
        .containsExactly(id(2), id(1));
    assertThat(traces(ask("anomalies", "trace=" + id(2)))).containsExactly(id(2));
    assertThat(traces(ask("anomalies", "trace=" + id(2).substring(16)))).containsExactly(id(2));
    assertThat(ask("anomalies", SHOP, BUYS, "trace=" + id(2)).path("records")).isEmpty();
  }

  @Test
  void deploymentsAreTheNewestFirstEachOnce() throws IOException {
    accept(
        deployment("shop", NOON, NOON, 0.1, ""),
        deployment("bank", NOON + 1, NOON + 1, 0.1, ""),
        deployment("shop", NOON, NOON + MINUTE, 0.4, "worse"));
    JsonNode all = ask("deployments").path("records");
    assertThat(all.findValuesAsText("service")).containsExactly("bank", "shop");
    assertThat(all.at("/1/share").asDouble()).isEqualTo(0.4);
    assertThat(all.at("/1/verdict/outcome").asText()).isEqualTo("worse");
    assertThat(ask("deployments", "service=bank").path("records")).hasSize(1);
  }

  @Test
  void anomaliesBeyondTheNewest300AreCounted() throws IOException {
    for (int i = 0; i < 310; i++) {
      accept(anomaly(BUY, id(i), NOON + i));
    }
    JsonNode answer = ask("anomalies", SHOP, BUYS);
    assertThat(traces(answer)).hasSize(300).startsWith(id(309)).endsWith(id(10));
    assertThat(answer.path("leftOut").asInt()).isEqualTo(10);
  }

  private static String id(int number) {
    return "%032x".formatted(number);
  }

  private static List<String> traces(JsonNode answer) {
    return answer.path("records").findValuesAsText("traceId");
  }

  private static List<String> sentences(JsonNode records) {
    return records.findValuesAsText("summary");
  }

  @Test
  void whatIsNotKnownIsNotFound() {
    for (ApiException refusal :
        List.of(
            refusal("incident", "id=nosuch"),
            refusal("endpoint/series", SHOP, BUYS),
            refusal("endpoint/profile", SHOP, BUYS))) {
      assertThat(refusal.status()).isEqualTo(404);
      assertThat(refusal.code()).isEqualTo("not-found");
    }
    for (String path : List.of("nosuch", "", "status/", "Status", "../status")) {
      assertThat(refusal(path).code()).isEqualTo("unknown-path");
    }
  }

  @Test
  void aBadParameterIsNamed() {
    accept(profile(BUY, NOON, 60));
    Map<String, ApiException> refusals =
        Map.of(
            "id", refusal("incident"),
            "service", refusal("endpoint/series", BUYS),
            "operation", refusal("endpoint/profile", SHOP),
            "from", refusal("endpoint/series", SHOP, BUYS, "from=soon"),
            "to", refusal("endpoint/series", SHOP, BUYS, "to=1e9"),
            "trace", refusal("anomalies", "trace=xyz"),
            "stream", refusal("hotspots", "stream=traces"));
    refusals.forEach(
        (name, refusal) -> {
          assertThat(refusal.status()).as(name).isEqualTo(400);
          assertThat(refusal.code()).isEqualTo("bad-parameter");
          assertThat(refusal).hasMessageContaining(name);
        });
  }
}
