package io.tracemill.console.bundle;

import static io.tracemill.console.feed.TestRecords.BUY;
import static io.tracemill.console.feed.TestRecords.deployment;
import static io.tracemill.console.feed.TestRecords.incident;
import static io.tracemill.console.feed.TestRecords.jobQuality;
import static io.tracemill.console.feed.TestRecords.profile;
import static io.tracemill.console.feed.TestRecords.result;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tracemill.connectors.live.Picture;
import io.tracemill.connectors.live.PictureLimits;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.console.Questions;
import io.tracemill.console.api.Api;
import io.tracemill.console.api.ApiException;
import io.tracemill.console.api.ApiQuery;
import io.tracemill.console.api.OpenApiSchemas;
import io.tracemill.console.feed.FeedState;
import io.tracemill.console.feed.TestRecords;
import io.tracemill.console.feed.TestRecords.Result;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.store.engine.EngineLimits;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bundles of a console without a store. */
class IncidentBundleTest {
  private static final long NOON = 1_700_000_000_000L;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String HOSTILE = "`|<img src=x>\n# \u202e[x](y)".repeat(500);

  private final Picture picture = new Picture(PictureLimits.LIVE);
  private final Api api =
      Questions.of(
              TracemillConfig.defaults()
                  .with(Keys.STORE_PATH, "")
                  .with(Keys.LINKS_CONSOLE, "https://ops"),
              picture,
              () -> FeedState.of(FeedState.Kind.LIVE, NOON),
              EngineLimits.DEFAULT,
              InstantSource.fixed(Instant.ofEpochMilli(NOON)))
          .api();

  private void accept(Result... results) {
    TestRecords.accept(picture, results);
  }

  private JsonNode ask(String path, Map<String, String> query) throws IOException {
    byte[] answer = api.answer(path, new ApiQuery(query));
    OpenApiSchemas.check(path, 200, JSON.readTree(answer));
    return JSON.readTree(answer);
  }

  private JsonNode bundle(String id) throws IOException {
    return ask("incident/bundle", Map.of("id", id)).path("json");
  }

  private String markdown(String id) throws IOException {
    return ask("incident/bundle", Map.of("id", id)).path("markdown").asText();
  }

  /** An incident of slower payments, with so many changes and a name in all places. */
  private static Result[] payments(int changes, String name) {
    ObjectNode incident =
        incident("pay-1", NOON, "on node-1 `fsync` took 20 % of the time.").json();
    incident.put("summary", "bank " + name + " is slow").put("contributionNanos", 9_000_000_000L);
    ArrayNode differences = incident.putArray("differences");
    differences
        .addObject()
        .put("rule", "bank v2")
        .put("accuracy", 0.97)
        .putArray("attributes")
        .add("bank.service.version");
    differences
        .addObject()
        .put("rule", "shop region = eu")
        .put("accuracy", 0.9)
        .putArray("attributes")
        .add("shop.region");
    incident
        .putArray("culprits")
        .addObject()
        .put("type", "frame")
        .put("service", "bank")
        .put("operation", name)
        .put("beforeNanos", 20_000_000)
        .put("afterNanos", 50_000_000)
        .put("share", 0.5);
    incident.putObject("exemplars").putArray("after").add("a".repeat(32));
    Result[] records = new Result[changes + 1];
    records[changes] = result(ResultStream.INCIDENTS, "pay-1", incident);
    for (int i = 0; i < changes; i++) {
      ObjectNode mutation = TestRecords.mutation("m" + i, "pay-1").json();
      mutation.put("kind", "time").put("contributionNanos", 1_000_000);
      mutation
          .putObject("place")
          .put("type", "frame")
          .put("service", "bank")
          .put("operation", name + i);
      mutation.putObject("before").put("meanNanos", 20_000_000);
      mutation.putObject("after").put("meanNanos", 50_000_000);
      records[i] = result(ResultStream.MUTATIONS, "m" + i, mutation);
    }
    return records;
  }

  /** A deployment on bank of a version with a name. */
  private static Result versions(long sinceMillis, String name) {
    ObjectNode record = deployment("bank", sinceMillis, NOON, 0.4, "worse").json();
    record.put("before", name).put("after", name);
    return result(ResultStream.DEPLOYMENTS, "bank" + sinceMillis, record);
  }

  @Test
  void aBundleSaysWhatChangedWhereAndHowCompleteThatIs() throws IOException {
    accept(profile(BUY, NOON, 60), jobQuality(NOON));
    accept(payments(2, "PAY"));

    JsonNode bundle = bundle("pay-1");

    assertThat(bundle.at("/incident/culprits/0/service").asText()).isEqualTo("bank");
    assertThat(bundle.path("mutations")).hasSize(2);
    assertThat(bundle.path("evidence"))
        .extracting(JsonNode::asText)
        .anyMatch(
            each ->
                each.endsWith(
                    "60 requests of shop buy; 0 of incomplete traces, 0 cut short, 0 with corrected clocks."))
        .anyMatch(each -> each.startsWith("Since its start, the job decoded"))
        .anyMatch(each -> each.startsWith("This console has no store. Set store.path"))
        .contains("The store has 0 of the 1 traces to look at.");
    assertThat(markdown("pay-1"))
        .startsWith("# bank PAY is slow\n")
        .contains("| `bank PAY` | frame | 20 ms | 50 ms | +4.5 s |  |", "- bank v2: right for 97 %")
        .contains("- on node-1 \\`fsync\\` took 20 % of the time.")
        .contains("## How complete this is", "## All changes", "- during: `" + "a".repeat(32) + "`")
        .doesNotContain("Left out");
  }

  @Test
  void aBundleHasTheDeploymentsAtAboutItsBeginningOnServicesOfEndpointsAndCulprits()
      throws IOException {
    long minute = TestRecords.MINUTE;
    accept(payments(0, "PAY"));
    accept(
        deployment("bank", NOON - 30 * minute, NOON, 0.4, "worse"),
        deployment("shop", NOON + minute, NOON + minute, 0.1, ""),
        deployment("bank", NOON - 30 * minute - 1, NOON, 0.4, "better"),
        deployment("bank", NOON + minute + 1, NOON + 2 * minute, 0.4, "better"),
        deployment("mail", NOON, NOON, 0.4, "worse"));

    assertThat(bundle("pay-1").path("deployments"))
        .extracting(each -> each.path("service").asText())
        .containsExactly("shop", "bank");
    assertThat(bundle("pay-1").at("/deployments/1/verdict/outcome").asText()).isEqualTo("worse");
    assertThat(markdown("pay-1"))
        .contains(
            """
            ## Deployed at about that time

            - `shop`: `v1` -> `v2` at 22:14 UTC, on 10 % of requests; no verdict
            - `bank`: `v1` -> `v2` at 21:43 UTC, on 40 % of requests; \
            worse: 12 -> 42 ms, failed 1 % -> 1 %, by 2,100 and 510 requests
            """)
        .doesNotContain("mail");
  }

  @Test
  void namesMentionNobodyAndAreNoLinks() throws IOException {
    accept(payments(0, "@org/all a@b.example HTTPS://evil.example WWW.evil.example & www.x"));

    assertThat(markdown("pay-1").lines().findFirst().orElseThrow())
        .isEqualTo(
            "# bank &#64;&#8203;org/all a&#64;&#8203;b.example HTTPS:&#8203;//evil.example"
                + " WWW&#8203;.evil.example \\& www&#8203;.x is slow");
  }

  @Test
  void whateverTheNamesABundleHasAtMostTwentyKilobytesAndSaysWhatItLeftOut() throws IOException {
    accept(payments(300, HOSTILE));
    for (int i = 0; i < 100; i++) {
      accept(versions(NOON - i, HOSTILE));
    }

    String markdown = markdown("pay-1");

    assertThat(bundle("pay-1").toString().getBytes(UTF_8).length)
        .isBetween(5_000, IncidentBundle.MAX_BYTES);
    assertThat(bundle("pay-1").path("deployments")).isNotEmpty();
    assertThat(markdown.getBytes(UTF_8).length).isBetween(5_000, IncidentBundle.MAX_BYTES);
    assertThat(markdown)
        .containsPattern("\n- 2\\d\\d more changes\n")
        .containsPattern("\n- \\d\\d more deployments\n")
        .doesNotContain("\u202e");
    assertThat(markdown.lines().findFirst().orElseThrow()).contains("\\<img", "\\`\\|");
  }

  @Test
  void aPrefixIsEnoughIfOnlyOneIdBeginsSo() throws IOException {
    accept(incident("abc1", NOON), incident("abd2", NOON));

    assertThat(bundle("abc").at("/incident/id").asText()).isEqualTo("abc1");
    assertThat(refusal("ab").getMessage())
        .isEqualTo("'ab' begins several ids, so give more of it: abc1, abd2");
    assertThat(refusal("x").getMessage())
        .isEqualTo("there is no incident 'x'; there are: abc1, abd2");
  }

  private ApiException refusal(String id) {
    return catchThrowableOfType(ApiException.class, () -> bundle(id));
  }

  @Test
  void theLinkIsToThePageThatAsksOrToTheConfiguredConsole() throws IOException {
    accept(incident("a b", NOON));

    assertThat(
            ask("incident/bundle", Map.of("id", "a b", "console", "https://ops/t/"))
                .path("markdown")
                .asText())
        .contains("\n- Link: <https://ops/t/#/incident?id=a+b>\n");
    assertThat(markdown("a b")).contains("\n- Link: <https://ops/#/incident?id=a+b>\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"javascript:alert(1)", "https://x/> [y](z)", "https://x/#/now"})
  void whatIsNoAddressIsRefused(String address) {
    accept(incident("a", NOON));

    assertThat(
            catchThrowableOfType(
                    ApiException.class,
                    () -> ask("incident/bundle", Map.of("id", "a", "console", address)))
                .status())
        .isEqualTo(400);
  }
}
