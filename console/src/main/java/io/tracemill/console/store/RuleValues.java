package io.tracemill.console.store;

import io.tracemill.analysis.difference.Condition;
import io.tracemill.analysis.difference.Difference;
import io.tracemill.analysis.explanation.Figures;
import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.view.estimate.Column;
import io.tracemill.analysis.view.estimate.Distribution;
import io.tracemill.analysis.view.estimate.RequestWeights;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Requests by the value of an attribute, for each attribute that a rule names, such as those with
 * each version of a service for {@code bank-api v2}.
 *
 * @param attributes in alphabetical order; empty if no request meets a condition of the rule
 */
record RuleValues(List<Attribute> attributes) {
  private static final String AND = " and ";
  private static final int MAX_VALUES = 10;

  RuleValues {
    attributes = List.copyOf(attributes);
  }

  /**
   * An attribute of a service; the value that the rule names comes first, then the frequent ones.
   */
  record Attribute(String service, String key, List<Value> values) {
    Attribute {
      values = List.copyOf(values);
    }
  }

  /**
   * A value.
   *
   * @param named whether the rule names it
   * @param latencyNanos durations of the requests that have this value and no other
   */
  record Value(String value, boolean named, Distribution latencyNanos) {}

  private record Key(String service, String key) implements Comparable<Key> {
    private static final Comparator<Key> ORDER =
        Comparator.comparing(Key::service).thenComparing(Key::key);

    static Key of(RequestAttribute attribute) {
      return new Key(attribute.service(), attribute.key());
    }

    @Override
    public int compareTo(Key other) {
      return ORDER.compare(this, other);
    }
  }

  /** The requests that count, by the values of the attributes that a rule's text names. */
  static RuleValues of(Iterable<KeptRequest> requests, String rule) {
    RequestWeights.Builder weights = new RequestWeights.Builder();
    Map<Key, Map<String, Column>> columns = new TreeMap<>();
    Set<RequestAttribute> named = new TreeSet<>();
    for (KeptRequest request : requests) {
      if (RequestWeights.Builder.counts(request)) {
        int row = weights.add(request);
        request.attributes().stream().filter(each -> isNamed(each, rule)).forEach(named::add);
        singles(request)
            .forEach(
                each ->
                    columns
                        .computeIfAbsent(Key.of(each), added -> new HashMap<>())
                        .computeIfAbsent(each.value(), added -> new Column())
                        .add(row, request.durationNanos()));
      }
    }
    columns.keySet().retainAll(named.stream().map(Key::of).toList());
    RequestWeights all = weights.build();
    List<Attribute> attributes = new ArrayList<>();
    columns.forEach((key, values) -> attributes.add(attribute(key, values, named, all)));
    return new RuleValues(attributes);
  }

  /** Whether the text of a rule has this attribute as a condition. */
  private static boolean isNamed(RequestAttribute attribute, String rule) {
    String condition = new Difference(List.of(Condition.is(attribute)), 0, 1).rule(Figures::name);
    return (AND + rule + AND).contains(AND + condition + AND);
  }

  /** The attributes of which a request has a single value. */
  private static List<RequestAttribute> singles(KeptRequest request) {
    return request.attributes().stream().collect(Collectors.groupingBy(Key::of)).values().stream()
        .filter(values -> values.size() == 1)
        .map(values -> values.get(0))
        .toList();
  }

  private static Attribute attribute(
      Key key, Map<String, Column> values, Set<RequestAttribute> named, RequestWeights weights) {
    return new Attribute(
        key.service(),
        key.key(),
        values.entrySet().stream()
            .map(
                each ->
                    new Value(
                        each.getKey(),
                        named.contains(
                            new RequestAttribute(key.service(), key.key(), each.getKey())),
                        each.getValue().of(weights).distribution()))
            .sorted(
                Comparator.comparing((Value each) -> !each.named())
                    .thenComparingDouble(each -> -each.latencyNanos().count())
                    .thenComparing(Value::value))
            .limit(MAX_VALUES)
            .toList());
  }
}
