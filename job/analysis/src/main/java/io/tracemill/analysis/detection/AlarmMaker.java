package io.tracemill.analysis.detection;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.incident.Subject.PlaceTime;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import java.util.List;
import java.util.Optional;

/**
 * Makes alarms of answers: where the change began, how large it is since, what it is put down to.
 */
final class AlarmMaker {
  private final Grid grid;
  private final PaneClock clock;
  private final Rows rows;
  private final EffectSize effects;
  private final DetectionRules rules;
  private final CulpritFinder finder;

  AlarmMaker(
      Grid grid,
      PaneClock clock,
      Rows rows,
      EffectSize effects,
      DetectionRules rules,
      List<Question> questions) {
    this.grid = grid;
    this.clock = clock;
    this.rows = rows;
    this.effects = effects;
    this.rules = rules;
    this.finder = new CulpritFinder(rows, effects, rules, questions);
  }

  /** The alarm; none if the change is too small. */
  Optional<Alarm> alarm(Question question) {
    return effects
        .of(question)
        .flatMap(found -> rows.row(question.key()).map(row -> alarm(question, row, found)));
  }

  /** A window may begin before the change: its figures would be of healthy requests in part. */
  private Alarm alarm(Question question, Row row, Effect found) {
    long since = new Course(clock).sinceMillis(row, question);
    Question measured = question.from(row, clock, clock.firstAt(since));
    Effect effect = effects.of(measured).orElse(found);
    long start = clock.end(measured.first()) - grid.paneMillis();
    long baseline = row.baselineStartMillis(clock, measured.first()) - grid.paneMillis();
    return new Alarm(
        measured,
        effect,
        finder.behind(measured, effect),
        effect.endpoints().keySet().stream().anyMatch(of -> pages(measured, of)),
        since,
        new Period(start, clock.now()),
        new Period(Math.min(baseline, start - 1), start));
  }

  private boolean pages(Question question, Frame endpoint) {
    return switch (question.key().kind()) {
      case TIME -> pagesByTime(question, endpoint);
      case ERROR -> pagesByErrors(question, endpoint);
      case CALL -> false;
    };
  }

  private boolean pagesByTime(Question question, Frame endpoint) {
    Place place = ((PlaceTime) question.key().subject()).place();
    Place service = new Place.Service(place.service());
    double rise = 0;
    for (Place part : List.of(Place.Request.WHOLE, place, service)) {
      rise = Math.max(rise, effects.extraPerRequest(endpoint, part, question.first()));
    }
    return rise >= rules.page().timeNanos()
        && rise >= rules.page().ratio() * effects.normalMeanNanos(endpoint, question.first());
  }

  private boolean pagesByErrors(Question question, Frame endpoint) {
    return rows.row(new RowKey(endpoint, new Subject.ErrorShare(Place.Request.WHOLE)))
        .filter(row -> row.allRequests(clock, question.first()) > 0)
        .filter(row -> row.meanScore(clock, question.first()) > rules.page().errors())
        .isPresent();
  }
}
