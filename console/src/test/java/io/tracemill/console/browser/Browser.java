package io.tracemill.console.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.cli.results.SharedFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/**
 * Debian's Chromium without a window. A test is skipped where it is not installed.
 *
 * <p>A page counts as settled when it shows something, no question is open, and nothing has changed
 * for a moment; a script in each document watches that.
 */
final class Browser implements AutoCloseable {
  private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
  private static final Path SCREENSHOTS =
      SharedFolder.project().resolve("console/target/screenshots");
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Selenium complains of each version that is newer than itself. */
  private static final Logger COMPLAINTS = Logger.getLogger("org.openqa.selenium.devtools");

  /** Builds share their processors. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final Duration LOOK = Duration.ofMillis(50);
  private static final int NARROW = 1_280;
  private static final int WIDE = 2_560;

  /** Counts open questions, and knows since when the document is as it is. */
  private static final String WATCHER =
      """
      (() => {
        const watched = { open: 0, since: 0, shown: 0 };
        const touch = () => { watched.since = performance.now(); };
        const ask = globalThis.fetch;
        globalThis.fetch = (...question) => {
          watched.open++;
          touch();
          return ask(...question).finally(() => { watched.open--; touch(); });
        };
        const look = () => {
          touch();
          if (!watched.shown && document.querySelector("main > *")
              && !document.querySelector(".loading")) {
            watched.shown = performance.now();
          }
        };
        new MutationObserver(look).observe(document, { childList: true, subtree: true });
        globalThis.watched = watched;
      })();
      """;

  private static final String SETTLED =
      """
      return Boolean(globalThis.watched) && watched.open === 0
        && document.querySelector("main > *") !== null && !document.querySelector(".loading")
        && performance.now() - watched.since > 200;
      """;

  private final ChromeDriver driver;
  private int pages;

  private Browser(ChromeDriver driver) {
    this.driver = driver;
  }

  /** Starts one with a profile of its own. */
  static Browser open() {
    assumeTrue(
        Files.isExecutable(CHROMIUM) && Files.isExecutable(DRIVER),
        "there is no %s or no %s; install chromium and chromium-driver"
            .formatted(CHROMIUM, DRIVER));
    COMPLAINTS.setLevel(Level.SEVERE);
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(CHROMIUM.toFile());
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--no-first-run",
        "--hide-scrollbars",
        "--lang=en-US");
    options.setCapability("goog:loggingPrefs", logs);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(DRIVER.toFile())
            .usingAnyFreePort()
            .build();
    ChromeDriver driver = new ChromeDriver(service, options);
    Browser browser = new Browser(driver);
    browser.beforeEachDocument(WATCHER);
    browser.size(NARROW, heightAt(NARROW));
    return browser;
  }

  /** Runs a script in each document before its own. */
  void beforeEachDocument(String script) {
    driver.executeCdpCommand("Page.addScriptToEvaluateOnNewDocument", Map.of("source", script));
  }

  /** Loads a document anew and waits until it is settled. */
  void visit(String address) {
    load(address);
    settle();
  }

  /** Loads a document anew. */
  void load(String address) {
    driver.get("about:blank");
    driver.manage().logs().get(LogType.BROWSER);
    driver.get(address);
    pages++;
  }

  /** Waits until the page is settled. */
  void settle() {
    await("return (() => {%s})()".formatted(SETTLED), PATIENCE);
  }

  /** Waits until there is an element. */
  void awaitElement(String selector, Duration patience) {
    await("return document.querySelector(%s) !== null".formatted(quoted(selector)), patience);
  }

  /** Waits until an expression is true. */
  void awaitTrue(String expression, Duration patience) {
    await("return %s".formatted(expression), patience);
  }

  /** Shows an address in so many more tabs. */
  void openTabs(int count, String address) {
    for (int i = 0; i < count; i++) {
      driver.switchTo().newWindow(WindowType.TAB);
      driver.get(address);
      awaitElement("main > *", PATIENCE);
    }
  }

  /** The titles of all tabs but the first, once an expression is true in each. */
  List<String> titlesOfTabs(String expression, Duration patience) {
    return driver.getWindowHandles().stream()
        .skip(1)
        .map(
            tab -> {
              driver.switchTo().window(tab);
              awaitTrue(expression, patience);
              return String.valueOf(driver.getTitle());
            })
        .toList();
  }

  private void await(String script, Duration patience) {
    new WebDriverWait(driver, patience, LOOK)
        .withMessage(() -> "%s at %s: %s".formatted(script, driver.getCurrentUrl(), text("body")))
        .until(any -> Boolean.TRUE.equals(driver.executeScript(script)));
  }

  /** Clicks the first element of a selector. */
  void click(String selector) {
    driver.findElement(By.cssSelector(selector)).click();
  }

  /** Types into the first element of a selector. */
  void type(String selector, String text) {
    driver.findElement(By.cssSelector(selector)).sendKeys(text);
  }

  /** Runs a script; what it returns, as JSON. */
  JsonNode evaluate(String script) {
    return parsed(
        driver.executeScript("return JSON.stringify((() => {%s})() ?? null)".formatted(script)));
  }

  /** Runs the body of an async function; what it returns, as JSON. */
  JsonNode evaluateAsync(String script) {
    driver.manage().timeouts().scriptTimeout(PATIENCE);
    return parsed(
        driver.executeAsyncScript(
            """
                const done = arguments[0];
                (async () => {%s})().then((value) => done(JSON.stringify(value ?? null)),
                  (error) => done(JSON.stringify("failed: " + error)));
                """
                .formatted(script)));
  }

  private static JsonNode parsed(@Nullable Object json) {
    try {
      return JSON.readTree(String.valueOf(json));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(String.valueOf(json), e);
    }
  }

  /** The text of the first element of a selector; empty if there is none. */
  String text(String selector) {
    return evaluate(
            "return document.querySelector(%s)?.textContent ?? ''".formatted(quoted(selector)))
        .asText();
  }

  /** The texts of all elements of a selector, in the order of the page. */
  List<String> texts(String selector) {
    return List.of(ofEach(selector, "each.textContent", String[].class));
  }

  /** How many elements there are. */
  int count(String selector) {
    return evaluate("return document.querySelectorAll(%s).length".formatted(quoted(selector)))
        .asInt();
  }

  /** The {@code data-} attributes of all elements of a selector, in the order of the page. */
  List<JsonNode> data(String selector) {
    return List.of(ofEach(selector, "({...each.dataset})", JsonNode[].class));
  }

  /** The figures, by key, of each row of the tables within a selector. */
  List<JsonNode> rows(String within) {
    String figures =
        """
        Object.fromEntries([...each.querySelectorAll("[data-test][data-value]")].map((figure) =>
          [figure.dataset.test, figure.dataset.value]))""";
    return List.of(ofEach(within + " tbody tr", figures, JsonNode[].class));
  }

  /** The values of an expression of {@code each} element of a selector. */
  private <T> T[] ofEach(String selector, String value, Class<T[]> type) {
    return JSON.convertValue(
        evaluate(
            "return [...document.querySelectorAll(%s)].map((each) => %s)"
                .formatted(quoted(selector), value)),
        type);
  }

  /** A text as a literal of JavaScript. */
  static String quoted(String text) {
    try {
      return JSON.writeValueAsString(text);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(text, e);
    }
  }

  /** Keeps pictures of the whole page at both widths that it has to be readable at. */
  void keepScreenshots(String name) throws IOException {
    Files.createDirectories(SCREENSHOTS);
    for (int width : List.of(WIDE, NARROW)) {
      size(width, heightAt(width));
      settle();
      // What lies beyond the window is not always painted.
      size(width, evaluate("return document.documentElement.scrollHeight").asInt());
      settle();
      Files.write(
          SCREENSHOTS.resolve("%s-%d.png".formatted(name, width)),
          driver.getScreenshotAs(OutputType.BYTES));
    }
    size(NARROW, heightAt(NARROW));
    settle();
  }

  private static int heightAt(int width) {
    return width == WIDE ? 1_440 : 900;
  }

  private void size(int width, int height) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  /**
   * Asserts that nothing has gone wrong on the pages since the last time: errors, refused files. An
   * answer with status 422 is no error: the store does not have what a user asks for.
   */
  void assertNoSevereMessages() {
    assertThat(driver.manage().logs().get(LogType.BROWSER).getAll())
        .as(driver.getCurrentUrl())
        .filteredOn(entry -> entry.getLevel().intValue() >= Level.SEVERE.intValue())
        .extracting(LogEntry::getMessage)
        .allMatch(message -> message.contains("status of 422"));
  }

  /** Ends it, and prints how many pages it has shown. */
  @Override
  public void close() {
    System.out.printf(
        "chromium: %d pages walked with Chromium %s%n",
        pages, driver.getCapabilities().getBrowserVersion());
    driver.quit();
  }
}
