package io.tracemill.analysis.detection;

import io.tracemill.analysis.baseline.PaneClock;
import io.tracemill.analysis.baseline.Row;
import io.tracemill.analysis.baseline.RowKey;
import io.tracemill.analysis.baseline.Rows;
import io.tracemill.analysis.incident.Finding;
import io.tracemill.analysis.incident.Subject.ErrorShare;
import io.tracemill.analysis.incident.Subject.PlaceTime;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Makes alarms from test results. An alarm has the start, size and cause of the change, and whether
 * it pages (semantics 8.4).
 */
final class AlarmMaker {
  /** Scores above this part of the rise belong to the change. */
  private static final double RISEN = 0.7;

  private final PaneClock clock;
  private final Rows rows;
  private final EffectSize effects;
  private final DetectionRules.Page page;
  private final CulpritFinder finder;

  /**
   * @param questions all that surprised in this pane, large or not
   */
  AlarmMaker(DetectionRules rules, PaneClock clock, Rows rows, List<Question> questions) {
    this.clock = clock;
    this.rows = rows;
    this.page = rules.page();
    this.effects = new EffectSize(rules, clock, rows);
    this.finder = new CulpritFinder(clock, rows, effects, rules.minEffect(), questions);
  }

  /** The alarm; none if the change is too small. */
  Optional<Alarm> alarm(Question question) {
    return effects
        .of(question)
        .flatMap(found -> rows.row(question.key()).map(row -> alarm(question, row, found)));
  }

  /** A window may begin before the change; then its figures include healthy requests. */
  private Alarm alarm(Question question, Row row, Finding found) {
    double most = question.normal() + RISEN * question.change();
    int since = row.columnSince(clock, most, Math.signum(question.change()));
    Question measured = question.from(row, clock, since);
    Finding finding = effects.of(measured).orElse(found);
    return new Alarm(
        measured,
        finding,
        finder.behind(measured, finding).by(measured.pValue()),
        finding.endpoints().stream().anyMatch(of -> pages(measured, of)),
        clock.end(since));
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
    double rise =
        Stream.of(Place.Request.WHOLE, place, new Place.Service(place.service()))
            .mapToDouble(part -> effects.extraPerRequest(endpoint, part, question.first()))
            .max()
            .orElse(0);
    return page.includes(rise, effects.normalMeanNanos(endpoint, question.first()));
  }

  private boolean pagesByErrors(Question question, Frame endpoint) {
    return rows.row(new RowKey(endpoint, new ErrorShare(Place.Request.WHOLE)))
        .filter(row -> row.allRequests(clock, question.first()) > 0)
        .filter(row -> row.meanOfAll(clock, question.first()) > page.errors())
        .isPresent();
  }
}
