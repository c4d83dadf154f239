package io.tracemill.analysis.difference;

import io.tracemill.analysis.difference.Condition.Operator;
import io.tracemill.analysis.request.RequestAttribute;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * A feature with numbers.
 *
 * @param rows that have a number, smallest first
 * @param values by place in {@code rows}
 */
record NumberColumn(Feature feature, int[] rows, double[] values) {
  private static final int MIN_ROWS = 5;
  private static final int MAX_COLUMNS = 100;

  /** With two values, each is a condition of its own. */
  private static final int MIN_VALUES = 3;

  private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,15}(\\.[0-9]{1,9})?");

  /** The features with enough numbers; those that most requests have, if there are too many. */
  static List<NumberColumn> of(List<ComparedRequest> requests) {
    Map<Feature, Map<Integer, Double>> numbers = new TreeMap<>();
    for (int row = 0; row < requests.size(); row++) {
      ComparedRequest request = requests.get(row);
      int at = row;
      request.numbers().forEach((feature, number) -> put(feature, at, number, numbers));
      byFeature(request.attributes())
          .forEach(
              (feature, number) -> number.ifPresent(known -> put(feature, at, known, numbers)));
    }
    return numbers.entrySet().stream()
        .map(entry -> sorted(entry.getKey(), entry.getValue()))
        .filter(column -> column.rows.length >= 2 * MIN_ROWS && column.splits() >= MIN_VALUES - 1)
        .sorted(
            Comparator.<NumberColumn>comparingInt(column -> -column.rows.length)
                .thenComparing(NumberColumn::feature))
        .limit(MAX_COLUMNS)
        .toList();
  }

  private static void put(
      Feature feature, int row, double number, Map<Feature, Map<Integer, Double>> numbers) {
    numbers.computeIfAbsent(feature, added -> new TreeMap<>()).put(row, number);
  }

  /** The number of each key; empty if a request has several values of it. */
  private static Map<Feature, OptionalDouble> byFeature(List<RequestAttribute> attributes) {
    Map<Feature, OptionalDouble> found = new HashMap<>();
    for (RequestAttribute attribute : attributes) {
      if (NUMBER.matcher(attribute.value()).matches()) {
        found.merge(
            Condition.is(attribute).feature(),
            OptionalDouble.of(Double.parseDouble(attribute.value())),
            (a, b) -> OptionalDouble.empty());
      }
    }
    return found;
  }

  private static NumberColumn sorted(Feature feature, Map<Integer, Double> numbers) {
    List<Entry<Integer, Double>> ascending =
        numbers.entrySet().stream().sorted(Entry.comparingByValue()).toList();
    return new NumberColumn(
        feature,
        ascending.stream().mapToInt(Entry::getKey).toArray(),
        ascending.stream().mapToDouble(Entry::getValue).toArray());
  }

  /** Whether a rule can split between the number at this place and the next one. */
  boolean splitsAfter(int place) {
    return place + 1 >= MIN_ROWS
        && rows.length - place - 1 >= MIN_ROWS
        && values[place] < values[place + 1];
  }

  /** The number of places at which a rule can split. */
  int splits() {
    int splits = 0;
    for (int place = 0; place + 1 < values.length; place++) {
      splits += splitsAfter(place) ? 1 : 0;
    }
    return splits;
  }

  /** The rows on one side of the split after this place. */
  BitSet side(int place, Operator operator) {
    BitSet side = new BitSet();
    boolean low = operator == Operator.AT_MOST;
    for (int i = low ? 0 : place + 1; i < (low ? place + 1 : rows.length); i++) {
      side.set(rows[i]);
    }
    return side;
  }

  Condition condition(int place, Operator operator) {
    return Condition.split(feature, operator, bound(values[place], values[place + 1]));
  }

  /**
   * A number at which both sides separate: a power of two if there is one, else the shortest.
   *
   * @param least the largest number of the lower side
   * @param above the smallest number of the upper side
   */
  static double bound(double least, double above) {
    double power = Math.pow(2, Math.ceil(Math.log(Math.max(1, least)) / Math.log(2) - 1e-12));
    if (power >= least && power < above && power > 2) {
      return power;
    }
    for (double unit = 1e15; unit > 1e-9; unit /= 10) {
      double rounded = Math.ceil(least / unit) * unit;
      if (rounded >= least && rounded < above && rounded != 0) {
        return rounded;
      }
    }
    return least;
  }
}
