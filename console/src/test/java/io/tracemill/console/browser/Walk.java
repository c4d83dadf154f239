package io.tracemill.console.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** A walk over the pages at one address. */
final class Walk {
  private final Browser browser;
  private final String address;
  private final String name;

  /**
   * Begins a walk.
   *
   * @param address that of the first page, without a hash
   * @param name the beginning of the names of screenshots
   */
  Walk(Browser browser, String address, String name) {
    this.browser = browser;
    this.address = address;
    this.name = name;
  }

  /**
   * Opens a page, which has to show no problem, and keeps its screenshots under the page's name.
   */
  void open(String page, Map<String, String> parameters) throws IOException {
    open(page, parameters, page);
  }

  /** Opens a page, and keeps its screenshots under another name. */
  void open(String page, Map<String, String> parameters, String as) throws IOException {
    visit(page, parameters);
    keepScreenshots(as);
  }

  /** Opens a page, which has to show no problem. */
  void visit(String page, Map<String, String> parameters) {
    browser.visit(address + "#/" + page + "?" + ConsoleApi.query(parameters));
    assertNoProblem();
  }

  /** Keeps screenshots of the open page, which has to show no problem at any width. */
  void keepScreenshots(String as) throws IOException {
    browser.keepScreenshots(name + "-" + as);
    assertNoProblem();
  }

  /** Asserts that the page shows no problem, logged none, and is not wider than its window. */
  void assertNoProblem() {
    assertThat(browser.text("[data-test=problem]")).isEmpty();
    browser.assertNoSevereMessages();
    assertThat(browser.evaluate("return document.documentElement.scrollWidth - innerWidth").asInt())
        .as("pixels that the page is wider than its window")
        .isLessThanOrEqualTo(0);
  }

  /** The raw numbers of all elements with this key. */
  List<Double> numbers(String test) {
    return numbersIn("", test);
  }

  /** The raw numbers of the elements with this key within those of a selector. */
  List<Double> numbersIn(String within, String test) {
    return browser.data("%s [data-test=\"%s\"][data-value]".formatted(within, test)).stream()
        .map(data -> data.path("value").asDouble())
        .toList();
  }

  /** The first element with this key. */
  JsonNode first(String test) {
    List<JsonNode> found = browser.data("[data-test=\"%s\"]".formatted(test));
    assertThat(found).as(test).isNotEmpty();
    return found.get(0);
  }

  /** The only element with this key. */
  JsonNode only(String test) {
    List<JsonNode> found = browser.data("[data-test=\"%s\"]".formatted(test));
    assertThat(found).as(test).hasSize(1);
    return found.get(0);
  }

  /** Asserts that the elements with this key show the numbers of records, in any order. */
  void assertShown(String test, JsonNode records, String pointer) {
    assertThat(numbers(test))
        .as(test)
        .isNotEmpty()
        .containsExactlyInAnyOrderElementsOf(Answers.numbers(records, pointer));
  }

  /** Asserts that the bars of each account of a change lead from its start to its end. */
  void assertAccountsAddUp() {
    for (JsonNode account : browser.data("[data-test=waterfall]")) {
      double end = account.path("end").asDouble();
      assertThat(account.path("sum").asDouble()).isCloseTo(end, within(1.0));
    }
  }
}
