package io.tracemill.analysis.record;

import io.tracemill.analysis.anomaly.AnomalyRate;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.incident.Incident.EndReason;
import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.analysis.incident.Incident.Status;
import io.tracemill.analysis.span.Frame;
import java.util.List;
import java.util.Optional;

/**
 * Mutations of one cause: a record of {@code incidents}.
 *
 * @param reason why it ended; empty while it fires
 * @param owner the team of the cause's service; empty if the configuration names none
 * @param muted why it alerts nobody; empty if it is not muted
 * @param judgedMillis the time of the record; for a resolved incident, its end
 * @param window the period that its figures cover
 * @param baseline the period that the window is compared with
 * @param mutations the keys of its records in {@code mutations}
 * @param totals empty if the incident is not explained
 * @param stacks what stack samples say about the culprit's hosts, a sentence each
 * @param links to the exemplars; empty without a template for links or without an explanation
 */
public record IncidentRecord(
    String id,
    Status status,
    Optional<EndReason> reason,
    Severity severity,
    Optional<String> owner,
    Optional<String> muted,
    int rank,
    long sinceMillis,
    long firedMillis,
    long judgedMillis,
    Period window,
    Period baseline,
    String summary,
    long contributionNanos,
    List<NamedCulprit> culprits,
    List<Frame> endpoints,
    List<String> mutations,
    Optional<Totals> totals,
    List<Difference> differences,
    Exemplars exemplars,
    List<String> stacks,
    Optional<Links> links)
    implements StreamRecord {
  public IncidentRecord {
    culprits = List.copyOf(culprits);
    endpoints = List.copyOf(endpoints);
    mutations = List.copyOf(mutations);
    differences = List.copyOf(differences);
    stacks = List.copyOf(stacks);
  }

  @Override
  public List<String> key() {
    return List.of(id);
  }

  @Override
  public List<Frame> about() {
    return endpoints;
  }

  /** Whether it goes on. */
  public boolean firing() {
    return status == Status.FIRING;
  }

  /** All requests of an endpoint, whichever of them changed. */
  public record Totals(Frame endpoint, Requests before, Requests after) {}

  /**
   * All requests of an endpoint in one period.
   *
   * @param failed those that failed
   * @param anomalies absent if none was scored
   */
  public record Requests(
      long traces, long failed, long meanNanos, long p95Nanos, Optional<AnomalyRate> anomalies) {}

  /**
   * A rule that separates slow requests from earlier ones.
   *
   * @param attributes the attributes that it uses, each as service, dot and key
   */
  public record Difference(String rule, double accuracy, List<String> attributes) {
    public Difference {
      attributes = List.copyOf(attributes);
    }
  }

  /** Traces to look at, by id. */
  public record Exemplars(List<String> before, List<String> after) {
    public Exemplars {
      before = List.copyOf(before);
      after = List.copyOf(after);
    }
  }

  /** The addresses of these traces in another program. */
  public record Links(List<String> before, List<String> after) {
    public Links {
      before = List.copyOf(before);
      after = List.copyOf(after);
    }
  }
}
