package io.tracemill.analysis.detection;

import java.util.ArrayList;
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
  List<Question> alarms(List<Question> surprising, Map<Family, Integer> asked) {
    List<Question> alarms = new ArrayList<>();
    for (Family family : Family.values()) {
      List<Question> questions =
          surprising.stream().filter(question -> question.family() == family).toList();
      int rejected = questions.size();
      double one = logLevel + Math.log(family.share / Math.max(asked.getOrDefault(family, 0), 1));
      while (rejected > 0 && -questions.get(rejected - 1).surprise() > one + Math.log(rejected)) {
        rejected--;
      }
      alarms.addAll(questions.subList(0, rejected));
    }
    return alarms;
  }
}
