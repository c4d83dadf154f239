package io.tracemill.console.bundle;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.incident.Incident.Severity;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What is known about an incident, for a ticket or an agent. Lists have their first elements, names
 * at most 80 characters. All durations are nanoseconds.
 *
 * @param firing whether it still fires
 * @param judgedMillis the time of its newest record, or its end
 * @param contributionNanos the time that it added to all requests
 * @param totals of its first endpoint; empty if the incident is not explained
 * @param evidence how complete the figures are, a sentence each
 * @param accounts why means changed
 * @param changes all that changed
 * @param versions values of {@code service.version} that separate slow requests from earlier ones
 * @param differences what else separates them
 * @param stacks what stack samples say, a sentence each
 * @param leftOut what there is more of, such as {@code 4 of 9 changes}
 */
public record IncidentBundle(
    String id,
    boolean firing,
    Severity severity,
    String summary,
    long sinceMillis,
    long judgedMillis,
    Period window,
    Period baseline,
    long contributionNanos,
    Optional<Totals> totals,
    List<String> evidence,
    List<Change> culprits,
    List<Account> accounts,
    List<Change> changes,
    List<Rule> versions,
    List<Rule> differences,
    List<String> stacks,
    List<String> endpoints,
    List<Trace> traces,
    List<String> leftOut) {
  /** The most bytes of a bundle, as JSON and as Markdown, in UTF-8. */
  public static final int MAX_BYTES = 20_000;

  public IncidentBundle {
    evidence = List.copyOf(evidence);
    culprits = List.copyOf(culprits);
    accounts = List.copyOf(accounts);
    changes = List.copyOf(changes);
    versions = List.copyOf(versions);
    differences = List.copyOf(differences);
    stacks = List.copyOf(stacks);
    endpoints = List.copyOf(endpoints);
    traces = List.copyOf(traces);
    leftOut = List.copyOf(leftOut);
  }

  /** All requests of an endpoint, before and in the incident. */
  public record Totals(String endpoint, Side before, Side after) {}

  /** All requests in one period; {@code failed} of them failed. */
  public record Side(long requests, long failed, long meanNanos, long p95Nanos) {}

  /**
   * A change of a time, or of a share of requests.
   *
   * @param kind of the change; for a culprit, the kind of its place
   * @param extraNanos the time that it added to all requests
   * @param steps of a category, those whose own time changed most
   */
  public record Change(
      String kind,
      String what,
      OptionalLong beforeNanos,
      OptionalLong afterNanos,
      OptionalDouble beforeShare,
      OptionalDouble afterShare,
      OptionalLong extraNanos,
      OptionalDouble pValue,
      List<Step> steps) {
    public Change {
      steps = List.copyOf(steps);
    }
  }

  /** The mean own time of a call path in a request. */
  public record Step(String path, long beforeNanos, long afterNanos) {}

  /** Why the mean response time of an endpoint changed; the parts add up to the difference. */
  public record Account(String endpoint, long beforeNanos, long afterNanos, List<Part> parts) {
    public Account {
      parts = List.copyOf(parts);
    }
  }

  /** A part of a time. */
  public record Part(String what, long nanos) {}

  /** A rule that is right for this share of the requests. */
  public record Rule(String rule, double accuracy) {}

  /**
   * A trace to look at.
   *
   * @param during whether it is from the incident, not from before
   * @param link to it in another program
   * @param durationNanos of its request; empty if the store does not have it
   * @param path the critical path in order of time; parts are own times
   */
  public record Trace(
      String traceId,
      boolean during,
      Optional<String> link,
      OptionalLong durationNanos,
      List<Part> path) {
    public Trace {
      path = List.copyOf(path);
    }
  }
}
