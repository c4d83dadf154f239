package io.tracemill.analysis.detection;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Selects the alarms among test results: in each family, those that the procedure of Benjamini and
 * Hochberg rejects. Its level is the pane's part of the false alarms allowed in a week (semantics
 * 8.2).
 *
 * @param logLevel natural logarithm of the false discovery rate of all families together
 */
record AlarmBudget(double logLevel) {
  private static final double WEEK_MILLIS = 7 * 86_400_000.0;

  /** Tests that share a part of the budget. */
  enum Family {
    /** A place over all its endpoints. */
    PLACE(0.7),
    /** A place of one endpoint, if several endpoints have the place. */
    PART(0.1),
    CALL(0.1),
    ERROR(0.1);

    private final double share;

    Family(double share) {
      this.share = share;
    }
  }

  /** A budget of alarms a week. */
  static AlarmBudget perWeek(double alarms, long paneMillis) {
    return new AlarmBudget(Math.log(alarms * paneMillis / WEEK_MILLIS));
  }

  /** A false discovery rate for a single comparison. */
  static AlarmBudget once(double level) {
    return new AlarmBudget(Math.log(level));
  }

  /**
   * The alarms.
   *
   * @param surprising the most surprising first
   * @param asked number of testable rows in each family
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
