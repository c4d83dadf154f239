package io.tracemill.console.browser;

import static io.tracemill.console.browser.Answers.numbers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.console.feed.TestRecords;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Page Stacks over records of real samples. */
@Tag("slow")
@Timeout(300)
@SuppressWarnings("NullAway.Init")
final class StacksPageIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String DIFFERENCE = "[data-test=flame-difference]";

  private Browser browser;
  private LiveConsole console;
  private Walk walk;
  private StackRecords records;

  @BeforeEach
  void start() throws Exception {
    browser = Browser.open();
    console = LiveConsole.start(browser);
    walk = new Walk(browser, console.address(), "lab");
    records = StackRecords.read();
  }

  @AfterEach
  void stop() throws Exception {
    browser.close();
    console.close();
  }

  private JsonNode accept(String text) throws Exception {
    ObjectNode json = (ObjectNode) JSON.readTree(text);
    console.accept(TestRecords.result(ResultStream.STACK_EXPLANATIONS, text, json));
    return json;
  }

  private void acceptIncident(String... stacks) {
    console.accept(TestRecords.incident("a", LiveConsole.NOW, stacks));
  }

  private void visitIncident() {
    browser.visit(console.address() + "#/incident?id=a");
  }

  @Test
  void withoutRecordsItSaysWhatToDoAndIncidentsAreAsBefore() throws Exception {
    acceptIncident();
    walk.open("stacks", Map.of(), "stacks-empty");
    assertThat(browser.text(".empty")).contains("stacks.topics", "tracemill explain --json");

    visitIncident();
    assertThat(browser.count("[data-test=stack-sentences]")).isZero();
  }

  @Test
  void theNeighbourIsInTheHeatMapOfAllHosts() throws Exception {
    JsonNode neighbour = accept(records.neighbour());
    accept(records.neighbour().replace(StackRecords.HOST, "lab-2"));
    walk.open("stacks", Map.of(), "stacks-neighbour");

    assertThat(walk.only("stacks").path("records").asInt()).isEqualTo(2);
    assertFeatures(neighbour);
    int buckets = neighbour.at("/heat/rows/0/tenths").asText().length();
    assertThat(walk.only("heat").path("cells").asInt()).isEqualTo(2 * buckets);
    assertThat(walk.only("heat").path("max").asDouble()).isEqualTo(0.3);
    browser.click("[data-test=host-heat] canvas");
    assertThat(browser.text(".tip")).startsWith("lab-");
  }

  private void assertFeatures(JsonNode record) {
    JsonNode features = record.path("features");
    walk.assertShown("fast-share", features, "/fastShare");
    walk.assertShown("slow-share", features, "/slowShare");
    walk.assertShown("coefficient", features, "/coefficientNanos");
    walk.assertShown("p", features, "/pValue");
    List<String> names = browser.texts("[data-test=features] tbody tr:has(.badge)");
    assertThat(names).hasSize(2).allMatch(name -> name.contains(names(record)));
  }

  /** What both culprits of a record have in their names. */
  private static String names(JsonNode record) {
    return record.path("summary").asText().contains("sha256sum") ? "sha256sum" : "applyCoupons";
  }

  @Test
  void theSlowFunctionIsWhatSlowSpansHaveMoreOf() throws Exception {
    accept(records.neighbour());
    JsonNode coupons = accept(records.coupons());
    walk.open("stacks", Map.of(), "stacks-coupons");
    assertFeatures(coupons);
    assertThat(browser.data("[data-test=flame-canvas]"))
        .hasSize(3)
        .allMatch(canvas -> canvas.path("frames").asInt() > 10);

    browser.click(DIFFERENCE + " [data-test=flame-table-toggle]");
    JsonNode culprit = coupons.path("features").get(8);
    assertThat(browser.text(DIFFERENCE + " tbody tr")).contains(culprit.path("name").asText());
    double change = walk.numbersIn(DIFFERENCE + " tbody tr", "change").get(0);
    assertThat(change / coupons.at("/selfNanos/slow").asDouble())
        .as("the difference of its shares")
        .isCloseTo(
            culprit.path("slowShare").asDouble() - culprit.path("fastShare").asDouble(),
            within(0.02));

    browser.click(DIFFERENCE + " tbody tr");
    assertThat(browser.text(DIFFERENCE + " [data-test=flame-details]")).contains("points");
    assertThat(browser.count("[data-test=host-heat] .empty")).isOne();
  }

  @Test
  void anotherExplanationIsChosenByARow() throws Exception {
    accept(records.coupons());
    JsonNode neighbour = accept(records.neighbour());
    walk.visit("stacks", Map.of());

    browser.evaluate("document.querySelectorAll('[data-test=stacks] tbody tr')[1].click()");
    browser.settle();

    assertThat(browser.evaluate("return location.hash").asText()).contains("chosen=");
    assertThat(walk.numbers("slow-share"))
        .containsExactlyInAnyOrderElementsOf(numbers(neighbour.path("features"), "/slowShare"));
  }

  @Test
  void anIncidentHasTheSentenceWithALinkToItsExplanations() throws Exception {
    acceptIncident("on lab-1 `sha256sum` took 18 % of the CPU under slow spans.");
    ObjectNode asked = (ObjectNode) JSON.readTree(records.neighbour());
    accept(asked.put("incidentId", "a").toString());
    accept(records.coupons());
    visitIncident();
    assertThat(browser.text("[data-test=stack-sentences]")).contains("sha256sum", "18");
    assertThat(markdown()).contains("## Stack samples", "sha256sum", "/#/incident?id=a>");

    browser.click("[data-test=stack-sentences] a");
    browser.settle();

    assertThat(walk.only("stacks").path("records").asInt()).isOne();
    assertThat(browser.text("[data-test=stack-head]")).contains("Open the incident");
  }

  /** What the page copies. */
  private String markdown() {
    browser.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }");
    browser.click("[data-test=copy]");
    browser.settle();
    assertThat(browser.text("[data-test=copy]")).contains("Copied");
    return browser.evaluate("return window.copied").asText();
  }

  @Test
  void namesAreText() throws Exception {
    String markup = HostileNames.MARKUP.replace("\"", "\\\"");
    String name = markup + "x".repeat(5_000);
    accept(
        records
            .neighbour()
            .replace("sha256sum", name)
            .replace("Lab", name)
            .replace(StackRecords.HOST, name));
    walk.open("stacks", Map.of(), "stacks-hostile");

    assertThat(browser.count("img")).isZero();
    assertThat(browser.text("[data-test=features]"))
        .contains(HostileNames.MARKUP, "more …")
        .hasSizeLessThan(20_000);
  }
}
