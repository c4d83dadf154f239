package io.tracemill.pipeline.judge;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.detection.DetectorState;
import io.tracemill.analysis.detection.EndpointWatch;
import io.tracemill.analysis.detection.Judgement;
import io.tracemill.analysis.incident.Culprit;
import io.tracemill.analysis.incident.Finding;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.pane.PaneCounts;
import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.quality.WatchState;
import io.tracemill.analysis.span.Frame;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Opens an incident when an endpoint of service {@code slow} is seen, and ends it after three panes
 * without one. It knows how many requests each endpoint had.
 */
final class ScriptedDetection implements Detection {
  private static final long LAST_PANES = 3;

  private final Map<Frame, Long> requests = new TreeMap<>();
  private final Map<Frame, Long> versions = new TreeMap<>();

  /** How often rows of an endpoint were written, in all. */
  static int written;

  private long panesLeft;
  private Frame slow = Frame.of("", "");

  private record Script(long panesLeft, Frame slow) implements Serializable {
    private static final long serialVersionUID = 1;
  }

  /** Counts how often it is written. */
  private record Requests(long count) implements Serializable {
    private static final long serialVersionUID = 1;

    private Object writeReplace() {
      written++;
      return this;
    }
  }

  ScriptedDetection(Optional<DetectorState> known) {
    if (known.isPresent()) {
      Script script = (Script) known.get().system();
      panesLeft = script.panesLeft;
      slow = script.slow;
      known.get().endpoints().forEach(of -> requests.put(of.name(), ((Requests) of.rows()).count));
    }
  }

  @Override
  public Judgement judge(long endMillis, Collection<PaneCounts> pane) {
    List<EndpointWatch> watches = new ArrayList<>();
    boolean wasOpen = panesLeft > 0;
    panesLeft = Math.max(0, panesLeft - 1);
    for (PaneCounts counts : pane) {
      Frame endpoint = counts.endpoint();
      requests.merge(endpoint, counts.evidence().spans(), Long::sum);
      versions.merge(endpoint, 1L, Long::sum);
      if (endpoint.service().equals("slow")) {
        panesLeft = LAST_PANES;
        slow = endpoint;
      }
      watches.add(
          new EndpointWatch(
              endpoint,
              WatchState.BLIND,
              Optional.of(EndpointWatch.Reason.FEW_REQUESTS),
              OptionalLong.of(endMillis)));
    }
    List<Incident> incidents = wasOpen || panesLeft > 0 ? List.of(incident(endMillis)) : List.of();
    return new Judgement(endMillis, incidents, watches);
  }

  private Incident incident(long endMillis) {
    return incident(slow, endMillis, panesLeft > 0, requests.getOrDefault(slow, 0L));
  }

  static Incident incident(Frame slow, long endMillis, boolean open, long contribution) {
    Subject subject = new Subject.PlaceTime(new Place.Edge("a", "slow"));
    Finding.Side side = new Finding.Side(1, 2, 3, 0.25);
    Finding finding =
        new Finding(
            "f",
            new Subject.CallShare(new Call(slow, slow)),
            Optional.of(slow),
            List.of(slow),
            side,
            side,
            new Period(1, endMillis),
            new Period(0, 1),
            0.001,
            contribution);
    Finding errors =
        new Finding(
            "e",
            new Subject.ErrorShare(Place.Request.WHOLE),
            Optional.empty(),
            List.of(slow),
            side,
            side,
            new Period(1, endMillis),
            new Period(0, 1),
            0.001,
            contribution);
    return new Incident(
        "i",
        open ? Incident.Status.FIRING : Incident.Status.RESOLVED,
        open ? Optional.empty() : Optional.of(Incident.EndReason.NO_TRAFFIC),
        Incident.Severity.TICKET,
        1,
        1,
        2,
        endMillis,
        List.of(new Culprit(subject, 1, 2, 1, 1, 0.5)),
        List.of(slow),
        List.of(finding, errors),
        contribution);
  }

  @Override
  public boolean hasOpenIncidents() {
    return panesLeft > 0;
  }

  @Override
  public DetectorState state() {
    List<DetectorState.Endpoint> endpoints = new ArrayList<>();
    requests.forEach(
        (endpoint, count) ->
            endpoints.add(
                new DetectorState.Endpoint(
                    endpoint, versions.getOrDefault(endpoint, 0L), new Requests(count))));
    return new DetectorState(new Script(panesLeft, slow), endpoints);
  }
}
