package io.tracemill.analysis.detection;

import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.pane.Histogram;
import io.tracemill.analysis.pane.PaneCounts.Evidence;
import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import java.util.List;
import java.util.Optional;

/**
 * All that a {@link Detector} knows, as records, for a library to write and read. Arrays are by
 * slot of the recent panes unless said otherwise.
 *
 * @param system what is known over all endpoints
 * @param endpoints what is known of each
 */
public record DetectorState(SystemState system, List<EndpointState> endpoints) {
  public DetectorState {
    endpoints = List.copyOf(endpoints);
  }

  /**
   * What is known over all endpoints.
   *
   * @param ends by column, the ends of the recent panes
   * @param panes how many panes there were
   * @param variation the system's variance between panes: of times, calls, errors
   */
  public record SystemState(
      long[] ends,
      long panes,
      double[] variation,
      List<PooledState> pooled,
      List<IncidentState> incidents) {}

  /** One endpoint. */
  public record EndpointState(
      Frame endpoint,
      int created,
      Evidence[] evidence,
      long[] requests,
      List<PlaceState> places,
      List<ErrorState> errors,
      List<ParentState> parents,
      List<CallState> calls) {}

  /** What every row has. */
  public record RowState(
      int ordinal,
      long lastSeenPane,
      int[] n,
      double[] s,
      boolean[] bad,
      boolean[] held,
      boolean[] spent,
      double variation,
      double variationKnown,
      List<BlockState> blocks) {}

  /** A block of a baseline: arrays are by pane. */
  public record BlockState(long startMillis, int[] n, float[] s, double squares, Histogram times) {}

  /** A place of an endpoint. */
  public record PlaceState(
      Place place,
      RowState row,
      long[] calls,
      Histogram[] times,
      double median,
      double scale,
      double centre,
      double learned) {}

  /** A place over all endpoints. */
  public record PooledState(Place place, RowState row, double[] squares) {}

  /** The errors of a place. */
  public record ErrorState(Place place, RowState row) {}

  /** A frame that may call others. */
  public record ParentState(Frame parent, RowState row) {}

  /** A call. */
  public record CallState(Call call, RowState row) {}

  /** An open incident. */
  public record IncidentState(
      String id,
      long sinceMillis,
      long firedMillis,
      boolean openedByTime,
      Subject culprit,
      int lead,
      double cost,
      int wellPanes,
      Severity severity,
      List<MemberState> members,
      List<PartState> endpoints,
      Optional<Incident> height) {}

  /** What was found of an incident, as it was found last. */
  public record MemberState(
      Optional<Frame> endpoint,
      Subject subject,
      double surprise,
      int window,
      int first,
      long requests,
      double mean,
      double normal,
      double extraNanos,
      long asked,
      long all,
      double beforeNanos,
      double afterNanos,
      double beforeShare,
      double afterShare,
      List<PartState> parts,
      long windowStartMillis,
      long windowEndMillis,
      long baselineStartMillis,
      double most) {}

  /** An endpoint's part in something. */
  public record PartState(Frame endpoint, double part) {}
}
