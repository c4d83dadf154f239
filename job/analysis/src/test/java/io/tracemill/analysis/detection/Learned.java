package io.tracemill.analysis.detection;

import io.tracemill.analysis.baseline.PaneClock;
import io.tracemill.analysis.baseline.RowKey;
import io.tracemill.analysis.baseline.Rows;
import io.tracemill.analysis.detection.AlarmBudget.Family;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.incident.Subject.CallShare;
import io.tracemill.analysis.incident.Subject.ErrorShare;
import io.tracemill.analysis.incident.Subject.PlaceTime;
import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import java.util.HashMap;
import java.util.List;
import java.util.function.UnaryOperator;

/** The rows of one endpoint that learned from some equal panes; the newest four are the window. */
final class Learned {
  static final Frame ENDPOINT = Frame.of("front", "checkout");
  static final int WINDOW = 4;

  private static final int PANES = 20;

  final DetectionRules rules = DetectionRules.standard();
  final PaneClock clock = PaneClock.running(rules.paneMillis());
  final Rows rows = new Rows(clock, new HashMap<>(), List.of());
  final EffectSize effects = new EffectSize(rules, clock, rows);

  /** From panes as they were before, and as they are now. */
  static Learned of(UnaryOperator<PaneBuilder> before, UnaryOperator<PaneBuilder> now) {
    Learned learned = new Learned();
    for (int pane = 1; pane <= PANES + WINDOW; pane++) {
      PaneBuilder builder = new PaneBuilder(learned.rules.scale(), ENDPOINT);
      learned.add(pane, (pane <= PANES ? before : now).apply(builder));
    }
    return learned;
  }

  private void add(int pane, PaneBuilder builder) {
    clock.begin(pane * clock.paneMillis());
    rows.begin();
    rows.count(rows.admit(ENDPOINT).orElseThrow(), builder.build(clock.now() - clock.paneMillis()));
    rows.learn(clock.first(2), false);
    rows.pool();
  }

  /** An answer about a place's time, that it is slower. */
  Question slower(Place place) {
    return question(new PlaceTime(place), 1, 0);
  }

  Question call(Call call, double share, double normal) {
    return question(new CallShare(call), share, normal);
  }

  Question errors(Place place, double share) {
    return question(new ErrorShare(place), share, 0);
  }

  Question question(Subject subject, double mean, double normal) {
    RowKey key = new RowKey(ENDPOINT, subject);
    return new Question(key, Family.PLACE, 50, clock.first(WINDOW), 40, mean, normal, 400);
  }

  CulpritFinder finder(List<Question> questions) {
    return new CulpritFinder(clock, rows, effects, rules.minEffect(), questions);
  }
}
