package io.tracemill.analysis.detection;

import io.tracemill.analysis.detection.Row.Kind;
import io.tracemill.analysis.incident.Subject.PlaceTime;
import io.tracemill.analysis.place.Place;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Which answers are alarms: of each family those that Benjamini and Hochberg reject at the pane's
 * part of what chance may raise in a week (semantics 8.2).
 *
 * @param logLevel natural logarithm of the rate of false discoveries that all families have
 */
record AlarmBudget(double logLevel) {
  private static final double WEEK_MILLIS = 7 * 86_400_000.0;

  /** What shares a part of the budget. */
  enum Family {
    /** A place, over all that is known of it. */
    PLACE(0.7),
    /** A place of one endpoint, of several that have it. */
    PART(0.1),
    CALL(0.1),
    ERROR(0.1);

    private final double share;

    Family(double share) {
      this.share = share;
    }
  }

  /** So many alarms a week. */
  static AlarmBudget perWeek(double alarms, long paneMillis) {
    return new AlarmBudget(Math.log(alarms * paneMillis / WEEK_MILLIS));
  }

  /** A rate of false discoveries, once. */
  static AlarmBudget once(double level) {
    return new AlarmBudget(Math.log(level));
  }

  /**
   * The alarms.
   *
   * @param surprising the most surprising first
   * @param asked how many rows of each family could have been
   */
  List<Question> alarms(List<Question> surprising, Map<Family, Integer> asked, Rows rows) {
    Map<Family, List<Question>> families = new EnumMap<>(Family.class);
    for (Question question : surprising) {
      families
          .computeIfAbsent(family(question.key(), rows), added -> new ArrayList<>())
          .add(question);
    }
    List<Question> alarms = new ArrayList<>();
    families.forEach(
        (family, questions) ->
            alarms.addAll(rejected(questions, family, asked.getOrDefault(family, 0))));
    return alarms;
  }

  private List<Question> rejected(List<Question> questions, Family family, int asked) {
    int rejected = 0;
    double one = logLevel + Math.log(family.share / Math.max(asked, 1));
    for (int k = 1; k <= questions.size(); k++) {
      if (-questions.get(k - 1).surprise() <= one + Math.log(k)) {
        rejected = k;
      }
    }
    return questions.subList(0, rejected);
  }

  private static Family family(RowKey key, Rows rows) {
    if (key.kind() != Kind.TIME) {
      return key.kind() == Kind.CALL ? Family.CALL : Family.ERROR;
    }
    Place place = ((PlaceTime) key.subject()).place();
    boolean part = !key.isOfAll() && rows.members(place).size() > 1;
    return part ? Family.PART : Family.PLACE;
  }
}
