package io.tracemill.console.browser;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/** What tests read from answers of the API. */
final class Answers {
  private Answers() {}

  /** The elements of an array. */
  static List<JsonNode> list(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).toList();
  }

  /** The elements of an array, the one with the largest number at a JSON pointer first. */
  static List<JsonNode> largestFirst(JsonNode array, String pointer) {
    return list(array).stream()
        .sorted(Comparator.comparingDouble((JsonNode each) -> -each.at(pointer).asDouble()))
        .toList();
  }

  /** The numbers at a JSON pointer of each element; those without one are left out. */
  static List<Double> numbers(JsonNode array, String pointer) {
    return list(array).stream()
        .map(each -> each.at(pointer))
        .filter(JsonNode::isNumber)
        .map(JsonNode::asDouble)
        .toList();
  }

  /** The numbers at JSON pointers of each record, as rows. */
  static List<List<Double>> table(List<JsonNode> records, List<String> pointers) {
    return records.stream()
        .map(each -> pointers.stream().map(pointer -> each.at(pointer).asDouble()).toList())
        .toList();
  }

  /** The sum of the numbers at a JSON pointer. */
  static double sum(JsonNode array, String pointer) {
    return numbers(array, pointer).stream().mapToDouble(Double::doubleValue).sum();
  }

  /** The parameters that name an endpoint. */
  static Map<String, String> scope(JsonNode endpoint) {
    return Map.of(
        "service", endpoint.path("service").asText(),
        "operation", endpoint.path("operation").asText());
  }

  /** A window of a record as a parameter. */
  static String range(JsonNode window) {
    return window.path("startMillis").asText() + "/" + window.path("endMillis").asText();
  }

  /** Parameters and some more: a name and a value in turn. */
  static Map<String, String> with(Map<String, String> some, String... more) {
    Map<String, String> all = new HashMap<>(some);
    for (int i = 0; i < more.length; i += 2) {
      all.put(more[i], more[i + 1]);
    }
    return all;
  }
}
