package io.tracemill.console.api;

import io.tracemill.analysis.record.ChangeRecord;
import io.tracemill.analysis.record.IncidentRecord;
import io.tracemill.analysis.record.MutationRecord;
import io.tracemill.analysis.span.Frame;
import io.tracemill.connectors.live.IncidentView;
import io.tracemill.connectors.live.Picture;
import io.tracemill.connectors.output.ResultStream;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All incidents: firing ones first, worst first; then ended ones, newest first. */
public record Incidents(List<Entry> incidents) {
  private static final int MAX_INCIDENTS = 200;

  /** An incident shows the changes of this many endpoints, its first ones. */
  private static final int MAX_ENDPOINTS = 3;

  /** A message names this many incidents, the worst. */
  private static final int MAX_NAMED = 20;

  public Incidents {
    incidents = List.copyOf(incidents);
  }

  /**
   * An incident.
   *
   * @param firing whether it still fires. Its record may be out of date: the job may have stopped
   *     writing it
   * @param series of its first endpoint
   */
  public record Entry(boolean firing, IncidentRecord incident, Optional<Series> series) {
    static Entry of(IncidentView view, Optional<Series> series) {
      return new Entry(view.firing(), view.record(), series);
    }
  }

  /**
   * An incident in detail.
   *
   * @param accounts why means changed: first that of its totals, if it is known, then one for each
   *     of its other first endpoints
   * @param series of its first endpoint
   */
  public record Detail(
      boolean firing,
      IncidentRecord incident,
      List<MutationRecord> mutations,
      List<ChangeRecord> accounts,
      Optional<Series> series) {}

  static Incidents of(Picture picture) {
    return new Incidents(
        picture.incidents().stream()
            .limit(MAX_INCIDENTS)
            .map(each -> Entry.of(each, Optional.empty()))
            .toList());
  }

  static Detail one(Picture picture, String id) {
    IncidentView view = picture.incident(id).orElseGet(() -> byPrefix(picture, id));
    List<Frame> endpoints = view.record().endpoints();
    return new Detail(
        view.firing(),
        view.record(),
        Records.read(picture.mutations(view.id()), MutationRecord.class).records(),
        accounts(
            view.record(),
            endpoints.stream()
                .limit(MAX_ENDPOINTS)
                .map(endpoint -> picture.records(ResultStream.CHANGES, endpoint))
                .flatMap(texts -> Records.read(texts, ChangeRecord.class).records().stream())
                .toList()),
        endpoints.stream().findFirst().flatMap(first -> Series.of(picture, first)));
  }

  /** The only incident whose id begins so. */
  private static IncidentView byPrefix(Picture picture, String prefix) {
    List<IncidentView> all = picture.incidents();
    List<IncidentView> found = all.stream().filter(each -> each.id().startsWith(prefix)).toList();
    if (found.size() == 1) {
      return found.get(0);
    } else if (all.isEmpty()) {
      throw ApiException.notFound("there is no incident '%s': there are none".formatted(prefix));
    }
    throw ApiException.notFound(
        found.isEmpty()
            ? "there is no incident '%s'; there are: %s".formatted(prefix, ids(all))
            : "'%s' begins several ids, so give more of it: %s".formatted(prefix, ids(found)));
  }

  private static String ids(List<IncidentView> incidents) {
    List<String> ids = incidents.stream().limit(MAX_NAMED).map(IncidentView::id).toList();
    int more = incidents.size() - ids.size();
    return String.join(", ", ids) + (more > 0 ? " and %d more".formatted(more) : "");
  }

  private static List<ChangeRecord> accounts(IncidentRecord incident, List<ChangeRecord> changes) {
    Optional<ChangeRecord> explained =
        changes.stream().filter(each -> explains(each, incident)).findFirst();
    Map<Frame, ChangeRecord> accounts = new LinkedHashMap<>();
    explained.ifPresent(account -> accounts.put(account.endpoint(), account));
    changes.stream()
        .filter(
            each ->
                each.window().endMillis() > incident.sinceMillis()
                    && each.window().startMillis() <= incident.judgedMillis())
        .sorted(
            Comparator.comparingLong(
                each -> Math.abs(each.window().endMillis() - incident.window().endMillis())))
        .forEach(each -> accounts.putIfAbsent(each.endpoint(), each));
    return List.copyOf(accounts.values());
  }

  private static boolean explains(ChangeRecord change, IncidentRecord incident) {
    return incident.endpoints().get(0).equals(change.endpoint())
        && change.window().equals(incident.window())
        && change.baseline().equals(incident.baseline());
  }
}
