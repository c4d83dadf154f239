package io.tracemill.analysis.incident;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.Labelled;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.MurmurHash3;

/**
 * Findings of one cause (semantics 8.4). A newer record with the same id replaces the older one.
 * When the incident is resolved, its figures are those of its height.
 *
 * @param id 32 hexadecimal digits
 * @param reason why it ended; empty while it fires
 * @param rank 1 for the largest contribution of all firing incidents; 0 once resolved
 * @param sinceMillis end of the pane in which it began, milliseconds since the epoch
 * @param firedMillis end of the pane in which detection found it first
 * @param endMillis end of the latest judged pane; for a resolved incident, of its last pane
 * @param endpoints the affected endpoints in the order of their findings, those of one finding by
 *     their parts; only the first ones are explained
 * @param findings the culprit, then the largest first
 * @param contributionNanos the extra time that the culprit's service costs the window's requests
 */
public record Incident(
    String id,
    Optional<EndReason> reason,
    Severity severity,
    int rank,
    long sinceMillis,
    long firedMillis,
    long endMillis,
    List<Frame> endpoints,
    List<Finding> findings,
    long contributionNanos) {
  private static final int MAX_CULPRITS = 5;
  private static final int MAX_EXPLAINED = 10;

  /** A further place with at least this part of the contribution is a culprit too. */
  private static final double WORTH_NAMING = 0.1;

  public Incident {
    requireNonNull(id, "id");
    endpoints = List.copyOf(endpoints);
    findings = List.copyOf(findings);
    if (endpoints.isEmpty() || findings.isEmpty()) {
      throw new IllegalArgumentException("incident " + id + " is about nothing");
    }
  }

  /** 32 hexadecimal digits. The same cause has the same id in every task. */
  public static String id(Object... parts) {
    String text =
        Stream.of(parts)
            .map(part -> part.toString().length() + ":" + part)
            .collect(Collectors.joining());
    byte[] bytes = text.getBytes(UTF_8);
    long[] hash = MurmurHash3.hash128x64(bytes, 0, bytes.length, 0);
    return "%016x%016x".formatted(hash[0], hash[1]);
  }

  /**
   * The same incident between two cohorts, with their times and an id of its own. It lasts as long
   * as the second cohort; all findings compare the second cohort with the first.
   */
  public Incident dated(Period before, Period after) {
    return new Incident(
        id(id, before, after),
        reason,
        severity,
        rank,
        after.startMillis(),
        after.endMillis(),
        after.endMillis(),
        endpoints,
        findings.stream().map(finding -> dated(finding, before, after)).toList(),
        contributionNanos);
  }

  private static Finding dated(Finding finding, Period before, Period after) {
    return finding.with(
        finding.before(), finding.after(), before, after, finding.contributionNanos());
  }

  /** The same incident with other figures. */
  public Incident with(List<Finding> found, long extraNanos) {
    return new Incident(
        id,
        reason,
        severity,
        rank,
        sinceMillis,
        firedMillis,
        endMillis,
        endpoints,
        found,
        extraNanos);
  }

  /** Resolved if it has a reason, else firing. */
  public Status status() {
    return reason.isPresent() ? Status.RESOLVED : Status.FIRING;
  }

  /**
   * The endpoints that explain it. Endpoints are only added while it is open; the first never
   * changes.
   */
  public List<Frame> explainedAt() {
    return endpoints.subList(0, Math.min(endpoints.size(), MAX_EXPLAINED));
  }

  /** The likely cause. */
  public Finding culprit() {
    return findings.get(0);
  }

  /** The service of the cause; if that is the whole request, of the first endpoint. */
  public String causingService() {
    String service = culprit().subject().service();
    return service.isEmpty() ? endpoints.get(0).service() : service;
  }

  /** The cause, then other places of its kind that cost a tenth of the incident or more. */
  public List<Finding> culprits() {
    Stream<Finding> others =
        findings.stream()
            .skip(1)
            .filter(other -> other.subject().getClass().equals(culprit().subject().getClass()))
            .filter(other -> other.subject().indivisible())
            .filter(other -> other.contributionNanos() >= WORTH_NAMING * contributionNanos)
            .filter(other -> !other.subject().equals(culprit().subject()));
    return Stream.concat(Stream.of(culprit()), others).limit(MAX_CULPRITS).toList();
  }

  /** The part of the incident's contribution that a finding explains; 1 if it has none. */
  public double shareOf(Finding finding) {
    return contributionNanos > 0
        ? Math.min(1, Math.max(0, (double) finding.contributionNanos() / contributionNanos))
        : 1;
  }

  /** The id of one of its findings: 32 hexadecimal digits, the same while the incident lasts. */
  public String idOf(Finding finding) {
    return id(id, finding.key());
  }

  /** Whether it goes on. */
  public enum Status implements Labelled {
    FIRING,
    RESOLVED
  }

  /** Why it ended. */
  public enum EndReason implements Labelled {
    /** The figures are back to normal. */
    RECOVERED,
    /** The change lasted so long that it is the new normal. */
    ACCEPTED,
    /** No more requests arrive. */
    NO_TRAFFIC
  }

  /** Its urgency. */
  public enum Severity implements Labelled {
    /** Urgent: it needs an answer now. */
    PAGE,
    /** It needs an answer in working hours. */
    TICKET,
    /** A notice: calls changed, nothing is slower. */
    INFO
  }
}
