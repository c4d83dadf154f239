package io.tracemill.analysis.record;

import io.tracemill.analysis.incident.Finding;
import io.tracemill.analysis.incident.Finding.Side;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Subject;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The likely cause of a change: the fields of a {@link NamedPlace}, and its figures.
 *
 * @param beforeNanos for a place whose time changed: its mean time per call in the baseline
 * @param afterNanos the same in the window
 * @param beforeShare for calls and errors: its share of requests in the baseline
 * @param afterShare the same in the window
 * @param errors present and true if its errors rose
 * @param share the part of the incident's contribution that it explains
 */
public record NamedCulprit(
    NamedPlace.Type type,
    Optional<String> service,
    Optional<String> operation,
    Optional<NamedPlace.Caller> caller,
    Optional<String> callee,
    OptionalLong beforeNanos,
    OptionalLong afterNanos,
    OptionalDouble beforeShare,
    OptionalDouble afterShare,
    Optional<Boolean> errors,
    OptionalDouble share) {
  /** The record of a culprit of an incident. */
  public static NamedCulprit of(Finding culprit, Incident incident) {
    NamedPlace place = NamedPlace.of(culprit.subject());
    Side before = culprit.before();
    Side after = culprit.after();
    boolean time = culprit.subject() instanceof Subject.PlaceTime;
    return new NamedCulprit(
        place.type(),
        place.service(),
        place.operation(),
        place.caller(),
        place.callee(),
        time ? OptionalLong.of(before.meanNanos()) : OptionalLong.empty(),
        time ? OptionalLong.of(after.meanNanos()) : OptionalLong.empty(),
        time ? OptionalDouble.empty() : Finite.of(before.share()),
        time ? OptionalDouble.empty() : Finite.of(after.share()),
        culprit.subject() instanceof Subject.ErrorShare ? Optional.of(true) : Optional.empty(),
        Finite.of(incident.shareOf(culprit)));
  }
}
