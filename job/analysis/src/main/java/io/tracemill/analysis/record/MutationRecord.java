package io.tracemill.analysis.record;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.incident.Incident.EndReason;
import io.tracemill.analysis.incident.Incident.Status;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.Labelled;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * One thing that changed: a record of {@code mutations}.
 *
 * @param incident id of its incident; empty if a comparison found it without one
 * @param endpoint the endpoint of the figures; empty for {@link Scope#SYSTEM} if it is not known
 * @param endpoints the endpoints with a part in it; empty if it was found in one
 * @param place for {@link Kind#TIME} and {@link Kind#ERROR}
 * @param call for {@link Kind#CALL}
 * @param category for {@link Kind#CATEGORY}
 * @param precursors of a category, those that explain most of its rise first
 * @param steps of a category, those that changed most first
 */
public record MutationRecord(
    String id,
    Status status,
    Optional<EndReason> reason,
    Optional<String> incident,
    long sinceMillis,
    Kind kind,
    Scope scope,
    int rank,
    Optional<Frame> endpoint,
    Optional<List<Frame>> endpoints,
    Optional<NamedPlace> place,
    Optional<NamedPlace> call,
    Optional<Category> category,
    Side before,
    Side after,
    double pValue,
    long contributionNanos,
    Period window,
    Period baseline,
    Optional<List<Precursor>> precursors,
    Optional<List<ChangedStep>> steps,
    List<NamedCulprit> culprits,
    List<IncidentRecord.Difference> differences,
    IncidentRecord.Exemplars exemplars)
    implements StreamRecord {
  /** What changed. */
  public enum Kind {
    TIME,
    CALL,
    ERROR,
    CATEGORY
  }

  /** Whose requests were tested. */
  public enum Scope {
    ENDPOINT,
    SYSTEM
  }

  /** The kind of a category's change. */
  public enum Change implements Labelled {
    /** A larger share of the requests is in the category. */
    STRUCTURAL,
    /** Its requests take longer or shorter. */
    RESPONSE_TIME
  }

  public MutationRecord {
    culprits = List.copyOf(culprits);
    differences = List.copyOf(differences);
  }

  @Override
  public List<String> key() {
    return List.of(id);
  }

  @Override
  public List<Frame> about() {
    return Stream.concat(endpoint.stream(), endpoints.stream().flatMap(List::stream)).toList();
  }

  @Override
  public List<List<? extends TreeNode>> trees() {
    return category
        .flatMap(Category::tree)
        .<List<List<? extends TreeNode>>>map(List::of)
        .orElse(List.of());
  }

  /**
   * A category of requests.
   *
   * @param tree the calls that its requests make, if known
   * @param truncated whether there are more calls
   */
  public record Category(
      String id, Change change, Optional<List<Run>> tree, Optional<Boolean> truncated) {}

  /** A run of equal calls in a category's tree. */
  public record Run(int parent, String service, String operation, int run, boolean async)
      implements TreeNode {}

  /**
   * One side of the comparison.
   *
   * @param traces number of tested requests
   * @param all number of all requests of its endpoints; empty for a category
   * @param share the part of the requests that have it; empty for a time
   * @param meanNanos mean time; empty for calls and errors
   * @param variation of the response times; only for a category
   */
  public record Side(
      long traces,
      OptionalLong all,
      OptionalDouble share,
      OptionalLong meanNanos,
      OptionalDouble variation) {}

  /**
   * A step whose own time changed.
   *
   * @param callPath from its first step down
   * @param beforeNanos its exact mean own time a request before
   * @param afterNanos the same after
   * @param pValue of a rank test of sampled requests; empty with fewer than 20 on a side
   */
  public record ChangedStep(
      List<PathStep> callPath, long beforeNanos, long afterNanos, OptionalDouble pValue) {
    public ChangedStep {
      callPath = List.copyOf(callPath);
    }

    /** The added own time a request; negative if time was saved. */
    public long nanos() {
      return afterNanos - beforeNanos;
    }
  }

  /** A category whose requests may have become those of this one. */
  public record Precursor(
      String category, double distance, double beforeShare, double afterShare) {}
}
