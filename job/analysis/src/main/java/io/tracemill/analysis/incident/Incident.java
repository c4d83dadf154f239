package io.tracemill.analysis.incident;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.span.Frame;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.MurmurHash3;

/**
 * Findings of one cause (semantics 8.4). A newer one with the same id takes the place of an older
 * one. Once it is resolved, its figures are those of its height.
 *
 * @param id 32 hexadecimal digits
 * @param reason why it ended, once it has
 * @param rank 1 for the largest contribution of those that fire; 0 once resolved
 * @param sinceMillis end of the pane in which it began, milliseconds since the epoch
 * @param firedMillis end of the pane in which it was found first
 * @param endMillis end of the latest pane that was judged; of a resolved one, of the pane with
 *     which it ended
 * @param culprits the first one is the cause
 * @param endpoints those with a part in it, the largest part first; the first one is explained
 * @param findings the largest contribution first; the first one led to {@code culprits}
 * @param contributionNanos what the culprit's service costs the requests of the window
 */
public record Incident(
    String id,
    Optional<EndReason> reason,
    Severity severity,
    int rank,
    long sinceMillis,
    long firedMillis,
    long endMillis,
    List<Culprit> culprits,
    List<Frame> endpoints,
    List<Finding> findings,
    long contributionNanos) {
  public Incident {
    requireNonNull(id, "id");
    culprits = List.copyOf(culprits);
    endpoints = List.copyOf(endpoints);
    findings = List.copyOf(findings);
    if (culprits.isEmpty() || endpoints.isEmpty() || findings.isEmpty()) {
      throw new IllegalArgumentException("incident " + id + " is about nothing");
    }
  }

  /** 32 hexadecimal digits: the same for the same cause, whichever task says it. */
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
   * The same between two cohorts, with the times of these and an id of its own: it lasts as long as
   * the second cohort, and all findings compare the second with the first.
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
        culprits,
        endpoints,
        findings.stream().map(finding -> finding.dated(before, after)).toList(),
        contributionNanos);
  }

  /** Resolved once it has a reason. */
  public Status status() {
    return reason.isPresent() ? Status.RESOLVED : Status.FIRING;
  }

  /** What it is put down to. */
  public Culprit culprit() {
    return culprits.get(0);
  }

  /** The finding that it is about. */
  public Finding leading() {
    return findings.get(0);
  }

  /** The window in which the leading finding was found last. */
  public Period window() {
    return leading().window();
  }

  /** Whether it goes on. */
  public enum Status {
    FIRING,
    RESOLVED;

    /** The name in records: {@code firing}. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Why it ended. */
  public enum EndReason {
    /** It is as before. */
    RECOVERED,
    /** What differed for long is the new normal. */
    ACCEPTED,
    /** No requests come. */
    NO_TRAFFIC;

    /** The name in records: {@code no-traffic}. */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** How urgent it is. */
  public enum Severity {
    /** Urgent: it needs an answer now. */
    PAGE,
    /** It needs an answer in working hours. */
    TICKET,
    /** A notice: calls changed, nothing is slower. */
    INFO;

    /** The name in records: {@code page}. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
