package io.tracemill.analysis.alert;

import static java.util.stream.Collectors.joining;

import io.tracemill.analysis.alert.Alert.Scope;
import io.tracemill.analysis.change.Culprit;
import io.tracemill.analysis.change.Culprit.EdgeCulprit;
import io.tracemill.analysis.change.Culprit.FrameCulprit;
import io.tracemill.analysis.change.Culprit.ServiceCulprit;
import io.tracemill.analysis.change.CulpritChange;
import io.tracemill.analysis.mutation.Subject;
import io.tracemill.analysis.mutation.Subject.PlaceTime;
import io.tracemill.analysis.mutation.Trial;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where an incident comes from, and how much of which change that is: of the endpoint's mean, of
 * that of a category's requests, or of that of all requests of several endpoints.
 */
public final class CulpritSentence {
  /** Means are whole nanoseconds; what is a multiple of one is so many times as far off. */
  private static final double ROUNDING_NANOS = 3;

  /** The part of a change that says nothing of where it is from. */
  private static final double NEGLIGIBLE = 0.02;

  /** The part of a change that somebody who reads of the first culprit alone would miss. */
  private static final double MUCH = 0.1;

  private static final int MAX_FURTHER = 2;

  private final CulpritChange top;
  private final List<CulpritChange> others;
  private final Alert alert;
  private final Trial trial;

  private CulpritSentence(Incident incident) {
    top = incident.culprits().get(0);
    others = incident.culprits().subList(1, incident.culprits().size());
    alert = incident.leading();
    trial = alert.finding().trial();
  }

  /**
   * Such as {@code 91 % of the mean's +269 ms: waiting on payment -> bank-api, +245 ms. Not
   * explained: 4 %.} The share of a culprit is that of its time, or of what its calls cost, and the
   * sentence says which. Names in it are one line each, of at most 80 characters.
   *
   * @param incident with at least one culprit
   */
  public static String of(Incident incident) {
    return new CulpritSentence(incident).text();
  }

  private String text() {
    boolean structural = trial.subject().kind() == Subject.Kind.STRUCTURAL;
    boolean costsNothing = top.share() <= 0 || (!isShareOfTheirs() && isNegligible());
    if (structural && costsNothing && top.culprit() instanceof FrameCulprit frame) {
      return "Where: %s%s.".formatted(callsOf(frame), slower());
    }
    if (isShareOfStructure() && top.culprit() instanceof FrameCulprit frame) {
      return "%s of %s: %s%s.%s"
          .formatted(
              Quantities.percent(top.share()),
              ofEndpoint() + excess(top),
              callsOf(frame),
              slower(),
              rest(top.share()));
    }
    String what = text(top.culprit());
    if (top.nanos() == 0) {
      return "Where: %s.".formatted(what);
    }
    String change = change(top);
    if (top.share() <= 0 || !isShareOfTheirs()) {
      return "Where: %s, %s.".formatted(what, change);
    }
    return shares(structural);
  }

  private String shares(boolean structural) {
    Optional<CulpritChange> service = ofService();
    CulpritChange first = service.orElse(top);
    List<CulpritChange> further = structural ? List.of() : further(service.isPresent());
    double besides =
        service.isPresent() ? 0 : further.stream().mapToDouble(CulpritChange::share).sum();
    return "%s of %s: %s, %s%s.%s"
        .formatted(
            Quantities.percent(first.share()),
            whole() + excess(first),
            text(first.culprit()),
            change(first),
            further.stream().map(CulpritSentence::share).collect(joining()),
            rest(first.share() + besides));
  }

  /** The whole service, where that is what was found, with its part of the same change. */
  private Optional<CulpritChange> ofService() {
    if (!(trial.subject() instanceof PlaceTime found)
        || !(found.place() instanceof ServiceCulprit service)
        || !isOf(service, top)
        || service.equals(top.culprit())) {
      return Optional.empty();
    }
    long before = trial.before().meanNanos();
    long after = trial.after().meanNanos();
    double share = (after - before) * top.share() / top.nanos();
    return Optional.of(new CulpritChange(service, before, after, share));
  }

  private static boolean isOf(ServiceCulprit service, CulpritChange place) {
    return service.service().equals(place.culprit().service());
  }

  /**
   * Other places that were found, and have a large part of the same change.
   *
   * @param ofService those of the first one's service, and the first one, which are parts of it
   */
  private List<CulpritChange> further(boolean ofService) {
    ServiceCulprit service = new ServiceCulprit(top.culprit().service());
    Stream<CulpritChange> places =
        ofService
            ? Stream.concat(Stream.of(top), others.stream()).filter(place -> isOf(service, place))
            : others.stream();
    return places
        .filter(place -> place.equals(top) || place.share() >= MUCH)
        .limit(MAX_FURTHER)
        .toList();
  }

  private static String share(CulpritChange place) {
    return "; %s: %s, %s"
        .formatted(Quantities.percent(place.share()), text(place.culprit()), change(place));
  }

  private static String callsOf(FrameCulprit caller) {
    return "the calls of %s in %s"
        .formatted(
            PlainText.of(caller.frame().operation()), PlainText.of(caller.frame().service()));
  }

  /** Where time went that other calls took; nothing where no place was found to be slower. */
  private String slower() {
    return others.stream()
        .filter(place -> place.nanos() > 0)
        .findFirst()
        .map(place -> "; slower: " + text(place.culprit()) + ", " + change(place))
        .orElse("");
  }

  private static String change(CulpritChange place) {
    return Quantities.difference(place.nanos());
  }

  /** Whether the culprit's own time is next to nothing of what the mean has changed by. */
  private boolean isNegligible() {
    return Math.abs(top.nanos()) < NEGLIGIBLE * Math.abs(rise());
  }

  /** Of the endpoint's mean. */
  private double rise() {
    return (double) alert.totals().afterMeanNanos() - alert.totals().beforeMeanNanos();
  }

  /** Of a call over all endpoints the share is known of one of them, and of which one is not. */
  private boolean isShareOfTheirs() {
    return alert.scope() != Scope.SYSTEM || trial.subject() instanceof PlaceTime;
  }

  /** What the culprit's share is a share of: the change of a mean, which accounts add up to. */
  private String whole() {
    if (alert.scope() == Scope.SYSTEM) {
      // The mean of all of them is not kept: its change is what the share is a share of.
      return "their mean's " + Quantities.difference(Math.round(top.nanos() / top.share()));
    }
    return isOfCategory()
        ? "their mean's "
            + Quantities.difference(trial.before().meanNanos(), trial.after().meanNanos())
        : ofEndpoint();
  }

  /** Why a part can be more than the whole; nothing where it is not. */
  private static String excess(CulpritChange first) {
    return Math.rint(100 * first.share()) > 100 ? " (the rest changed the other way)" : "";
  }

  private String ofEndpoint() {
    return "the mean's "
        + Quantities.difference(alert.totals().beforeMeanNanos(), alert.totals().afterMeanNanos());
  }

  /**
   * Whether the share of a frame whose calls changed is what that cost, and not the frame's own
   * time: then it explains no mean by that time.
   */
  private boolean isShareOfStructure() {
    return alert.scope() != Scope.SYSTEM
        && top.share() > 0
        && !top.isNameAlone()
        && !isOfCategory()
        && !explains(rise());
  }

  /**
   * Known of the mean of an endpoint: what lies at other places, if it is much, and at none.
   *
   * @param said the part of the change that lies at those before it
   */
  private String rest(double said) {
    if (alert.scope() == Scope.SYSTEM || isOfCategory()) {
      return "";
    }
    double rest = alert.totals().restRatio();
    double elsewhere = 1 - said - rest;
    return "%s Not explained: %s."
        .formatted(
            elsewhere >= MUCH ? " Elsewhere: %s.".formatted(Quantities.percent(elsewhere)) : "",
            Quantities.percent(Math.abs(rest)));
  }

  /** Whether the figures are those of the category's requests, not of all of the endpoint. */
  private boolean isOfCategory() {
    double rise = (double) trial.after().meanNanos() - trial.before().meanNanos();
    return alert.scope() == Scope.CATEGORY && explains(rise);
  }

  /** Whether the share is what the culprit's own time is of this change of a mean. */
  private boolean explains(double rise) {
    return Math.abs(top.share() * rise - top.nanos())
        <= ROUNDING_NANOS * (1 + Math.abs(top.share()));
  }

  private static String text(Culprit culprit) {
    if (culprit instanceof EdgeCulprit edge) {
      return "waiting on %s -> %s"
          .formatted(PlainText.of(edge.caller()), PlainText.of(edge.callee()));
    }
    if (culprit instanceof FrameCulprit own) {
      return "own time of %s in %s"
          .formatted(PlainText.of(own.frame().operation()), PlainText.of(own.service()));
    }
    return "all of %s".formatted(PlainText.of(culprit.service()));
  }
}
