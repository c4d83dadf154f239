package io.tracemill.console.browser;

import static io.tracemill.console.browser.LiveConsole.NOW;
import static io.tracemill.console.feed.TestRecords.BUY;
import static io.tracemill.console.feed.TestRecords.MINUTE;
import static io.tracemill.console.feed.TestRecords.PAY;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tracemill.analysis.span.Frame;
import io.tracemill.console.feed.TestRecords;
import java.time.Duration;
import java.util.Collections;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openqa.selenium.Keys;

/** What pages say while records arrive, in shown and in hidden tabs. */
@Tag("slow")
@Timeout(300)
@SuppressWarnings("NullAway.Init")
final class LivePagesIT {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final String QUIET = "[data-test=quiet]";
  private static final String NOT_KNOWN = "[data-test=not-known]";
  private static final String INCIDENT = "[data-test=incident]";

  /** More than the connections that a browser opens to one server. */
  private static final int MANY_TABS = 8;

  private Browser browser;
  private LiveConsole console;

  @BeforeEach
  void start() throws Exception {
    browser = Browser.open();
    console = LiveConsole.start(browser);
  }

  @AfterEach
  void stop() throws Exception {
    browser.close();
    console.close();
  }

  private void calm() {
    console.accept(TestRecords.profile(BUY, NOW, 60), TestRecords.watch(BUY, NOW, "watching"));
  }

  private void firePage() {
    console.accept(TestRecords.incident("a", "page", 1, NOW, NOW));
  }

  private void hide(boolean hidden) {
    browser.evaluate(
        "given.hidden = %s; document.dispatchEvent(new Event('visibilitychange'))"
            .formatted(hidden));
  }

  @Test
  void noTickIsShownBeforeTheFirstWindow() {
    browser.visit(console.address());

    assertThat(browser.count(QUIET)).isZero();
    assertThat(browser.text(NOT_KNOWN)).contains("No window of the job has arrived yet");
  }

  @Test
  void noTickIsShownWhenTheNewestWindowIsOlderThanAWindow() {
    calm();
    browser.visit(console.address());
    assertThat(browser.count(QUIET)).isOne();

    browser.evaluate("given.millis += %d".formatted(5 * MINUTE + 1));

    browser.awaitElement(NOT_KNOWN, SOON);
    assertThat(browser.count(QUIET)).isZero();
  }

  @Test
  void noTickIsShownBesideTheCountOfAnIncident() {
    calm();
    browser.visit(console.address());
    browser.evaluate(
        """
        globalThis.both = 0;
        new MutationObserver(() => {
          both += document.querySelector(".counts") && document.querySelector("%s") ? 1 : 0;
        }).observe(document, { childList: true, subtree: true });
        """
            .formatted(QUIET));

    firePage();
    browser.awaitElement(INCIDENT, SOON);

    assertThat(browser.text(".counts")).contains("1 page");
    assertThat(browser.evaluate("return both").asInt()).isZero();
  }

  @Test
  void deploymentsAreOnNowOnTheEndpointsTheyPassThroughAndAtTheIncidentsAroundThem() {
    calm();
    firePage();
    console.accept(
        TestRecords.deployment("bank", NOW - MINUTE, NOW, 0.2, "worse"),
        TestRecords.deployment("elsewhere", NOW - MINUTE, NOW, 0.2, ""),
        TestRecords.deployment("shop", NOW - 2 * MINUTE, NOW, 0.2, "too-few-requests"),
        TestRecords.deployment("shop", NOW + MINUTE, NOW, 0.4, "no-difference"),
        TestRecords.deployment("shop", NOW + MINUTE + 1, NOW, 0.6, "better"),
        TestRecords.deployment("shop", NOW - 40 * MINUTE, NOW, 0.2, "better"));
    String list = "[data-test=deployments]";

    browser.visit(console.address());
    browser.awaitElement(list, SOON);
    assertThat(browser.text(list)).contains("bank", "elsewhere", "shop", "too few requests");

    browser.visit(console.address() + "#/incident?id=a");
    browser.awaitElement(list, SOON);
    assertThat(browser.text(list))
        .contains("shortly before, or within a minute after", "shop", "too few requests")
        .contains("on 40\u00a0% of requests", "no difference")
        .doesNotContain("bank", "elsewhere", "better");

    browser.visit(console.address() + "#/endpoint?service=shop&operation=buy");
    browser.awaitElement(list, SOON);
    assertThat(browser.text(list))
        .contains(
            "bank", "worse", "v1 → v2", "20\u00a0%", "12\u00a0ms → 42\u00a0ms", "510 requests")
        .doesNotContain("elsewhere");
  }

  @Test
  void aHiddenTabCountsPagesAndTicketsInItsTitle() {
    calm();
    browser.visit(console.address());
    hide(true);

    firePage();
    console.accept(TestRecords.incident("b", "ticket", 2, NOW, NOW));
    console.accept(TestRecords.incident("c", "info", 3, NOW, NOW));

    browser.awaitTrue("document.title.startsWith('(2) ')", SOON);
    assertThat(browser.count(INCIDENT)).isZero();
  }

  @Test
  void aTabThatIsShownAgainShowsWhatBeganMeanwhile() {
    calm();
    browser.visit(console.address());
    hide(true);
    firePage();
    browser.awaitTrue("document.title.startsWith('(1) ')", SOON);

    hide(false);

    assertThat(browser.count(QUIET)).isZero();
    browser.awaitElement(INCIDENT, SOON);
  }

  @Test
  void moreTabsThanABrowserHasConnectionsAreAllTold() {
    calm();
    browser.openTabs(MANY_TABS, console.address());

    firePage();

    assertThat(browser.titlesOfTabs("document.title.startsWith('(')", SOON))
        .isEqualTo(Collections.nCopies(MANY_TABS, "(1) Now – Tracemill"));
  }

  @Test
  void anEndpointWhoseWindowComesLaterIsNotWithoutRequests() {
    console.accept(
        TestRecords.profile(BUY, NOW - MINUTE / 2, 60), TestRecords.profile(PAY, NOW, 60));
    browser.visit(console.address() + "#/endpoints");
    assertThat(browser.count("[data-test=quiet-since]")).isZero();

    console.accept(TestRecords.profile(PAY, NOW + MINUTE, 60));

    browser.awaitElement("[data-test=quiet-since]", SOON);
    assertThat(browser.count("[data-test=quiet-since]")).isOne();
  }

  /** A profile of slow requests, which has a larger total time. */
  private static TestRecords.Result slow(Frame endpoint, long endMillis, long millis) {
    TestRecords.Result result = TestRecords.profile(endpoint, endMillis, 600);
    ObjectNode latency = result.json().withObject("/latencyNanos");
    latency.put("mean", millis * 1_000_000).put("p95", millis * 1_000_000);
    return TestRecords.result(result.stream(), result.key(), result.json());
  }

  @Test
  void endpointsInTroubleComeFirst() {
    Frame grew = Frame.of("cart", "add");
    Frame busy = Frame.of("search", "find");
    for (int minute = -20; minute <= 0; minute++) {
      long end = NOW + minute * MINUTE;
      console.accept(
          TestRecords.profile(BUY, end, 60),
          slow(grew, end, minute < 0 ? 10 : 20),
          slow(busy, end, 1_000));
    }
    console.accept(TestRecords.incident("b", "ticket", 1, NOW, NOW));
    browser.visit(console.address() + "#/endpoints");

    assertThat(browser.texts("[data-test=endpoint] .second"))
        .containsExactly("shop", "cart", "search");
    assertThat(browser.text("[data-test=incidents]")).contains("ticket");
    assertThat(browser.data("[data-test=growth]"))
        .extracting(growth -> growth.path("value").asDouble())
        .containsExactly(1.0);
    assertThat(browser.data("[data-test=total]"))
        .extracting(total -> total.path("value").asDouble())
        .containsExactly(60 * 50e6, 600 * 20e6, 600 * 1_000e6);
  }

  @Test
  void enterInTheSearchFieldOpensTheFirstEndpoint() {
    console.accept(TestRecords.profile(BUY, NOW, 60), TestRecords.profile(PAY, NOW, 60));
    browser.visit(console.address() + "#/endpoints");

    browser.type("[data-test=search]", "pay" + Keys.ENTER);

    browser.awaitTrue("location.hash.startsWith('#/endpoint?operation=pay')", SOON);
  }

  @Test
  void noticesAreApartFromPagesAndTickets() {
    calm();
    console.accept(TestRecords.incident("a", "info", 1, NOW, NOW));
    console.accept(TestRecords.incident("b", "page", 0, NOW - 2 * MINUTE, NOW - MINUTE));
    console.accept(TestRecords.incident("c", "info", 0, NOW - 2 * MINUTE, NOW - MINUTE));
    browser.visit(console.address());

    assertThat(browser.text(QUIET)).contains("No page or ticket");
    assertThat(browser.count("[data-test=notices] [data-test=incident-link]")).isOne();
    assertThat(browser.count("[data-test=ended] > div > .ended [data-test=incident-link]")).isOne();
    assertThat(browser.count("[data-test=ended-notices] [data-test=incident-link]")).isOne();
    assertThat(browser.text(".counts")).isEqualTo("●1 notice");
  }

  @Test
  void mutedIncidentsAreApartWithTheirOwnerAndReason() {
    calm();
    console.accept(TestRecords.mutedIncident("a", "payments", "database moves", NOW));
    browser.visit(console.address());

    assertThat(browser.count(QUIET)).isOne();
    assertThat(browser.count(INCIDENT)).isZero();
    assertThat(browser.text("[data-test=muted-incidents]")).contains("Muted (1)", "payments");
    assertThat(browser.count(".counts")).isZero();

    browser.visit(console.address() + "#/incident?id=a");

    assertThat(browser.text("[data-test=incident-head]"))
        .contains("muted", "payments", "It alerts nobody: database moves.");
  }

  @Test
  void anIncidentWithoutAStoreAsksForNoTrace() {
    calm();
    TestRecords.Result incident = TestRecords.incident("a", "page", 1, NOW, NOW);
    incident.json().withObject("/exemplars").putArray("after").add("1".repeat(32));
    console.accept(TestRecords.result(incident.stream(), incident.key(), incident.json()));
    browser.visit(console.address());

    assertThat(browser.count(INCIDENT + " [data-test=trace-link]")).isOne();
    browser.assertNoSevereMessages();
  }
}
