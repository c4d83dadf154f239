package io.tracemill.analysis.mutation;

import io.tracemill.analysis.change.Culprit;
import io.tracemill.analysis.change.Culprit.ServiceCulprit;
import io.tracemill.analysis.change.CulpritChange;
import io.tracemill.analysis.mutation.Subject.Kind;
import io.tracemill.analysis.mutation.Subject.PlaceTime;
import io.tracemill.analysis.signature.CallTreeSignature;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Whom the findings of an endpoint are put down to. All of them share one order, that of the
 * account of the endpoint's change, so that consequences have the same culprit as their cause.
 */
final class Blame {
  private static final int MAX_CULPRITS = 5;

  /** From which part of the change on changes of structure come first. */
  private static final double MOST = 0.5;

  private final Contrast window;
  private final List<CulpritChange> slower;
  private final Optional<CulpritChange> parting;
  private final boolean structureLeads;

  private Blame(
      Contrast window,
      List<CulpritChange> slower,
      Optional<CulpritChange> parting,
      boolean structureLeads) {
    this.window = window;
    this.slower = slower;
    this.parting = parting;
    this.structureLeads = structureLeads;
  }

  static Blame of(Found found, Flows flows) {
    Contrast window = found.window();
    List<CulpritChange> slower = slower(found);
    double rise = window.endpointRise() * window.after().count();
    long structural = found.structuralNanos();
    Optional<CulpritChange> parting =
        new FlowCulprit(found, flows).find().map(frame -> change(window, frame, structural, rise));
    // Where no call began or ceased, concurrent calls only changed places, for want of time.
    boolean calls = found.calls().findAny().isPresent();
    boolean leads = slower.isEmpty() || (calls && (rise <= 0 || structural >= MOST * rise));
    return new Blame(window, slower, parting, leads);
  }

  /**
   * The places that were found to take longer, the largest contribution first; of a service that
   * was found only as a whole, those that did most.
   */
  private static List<CulpritChange> slower(Found found) {
    Set<Culprit> places =
        found.all().stream()
            .filter(one -> one.asked().subject() instanceof PlaceTime)
            .map(one -> ((PlaceTime) one.asked().subject()).place())
            .collect(Collectors.toSet());
    Map<String, List<CulpritChange>> byService =
        found.window().culprits().stream()
            .filter(change -> change.nanos() > 0)
            .collect(Collectors.groupingBy(change -> change.culprit().service()));
    return byService.entrySet().stream()
        .flatMap(of -> slower(places, new ServiceCulprit(of.getKey()), of.getValue()).stream())
        .sorted(CulpritChange.LARGEST_FIRST)
        .toList();
  }

  private static List<CulpritChange> slower(
      Set<Culprit> places, Culprit service, List<CulpritChange> its) {
    List<CulpritChange> found =
        its.stream().filter(change -> places.contains(change.culprit())).toList();
    if (!found.isEmpty() || !places.contains(service)) {
      return found;
    }
    return CulpritChange.worthNaming(its);
  }

  /** The frame's own time, and as its share what the structure costs. */
  private static CulpritChange change(
      Contrast window, Culprit frame, long structural, double rise) {
    long before = Math.round(window.before().ownMeanNanos(frame));
    long after = Math.round(window.after().ownMeanNanos(frame));
    return new CulpritChange(frame, before, after, rise == 0 ? 0 : structural / rise);
  }

  /** The culprits of a finding, the first one most. */
  List<CulpritChange> culprits(Asked asked) {
    List<CulpritChange> places =
        asked.flow().map(flow -> ofCategory(flow, asked.subject().kind())).orElse(slower);
    List<CulpritChange> culprits = new ArrayList<>();
    if (structureLeads) {
      parting.ifPresent(culprits::add);
    }
    places.stream()
        .filter(place -> culprits.isEmpty() || !place.culprit().equals(culprits.get(0).culprit()))
        .forEach(culprits::add);
    if (!structureLeads && asked.subject().kind() == Kind.STRUCTURAL) {
      parting
          .filter(frame -> places.stream().noneMatch(p -> p.culprit().equals(frame.culprit())))
          .ifPresent(culprits::add);
    }
    return culprits.stream().limit(MAX_CULPRITS).toList();
  }

  /**
   * In the endpoint's order, with the category's own figures. A slower category that has none of
   * the endpoint's culprits has its own.
   */
  private List<CulpritChange> ofCategory(CallTreeSignature flow, Kind kind) {
    CategoryPlaces places = CategoryPlaces.of(flow, window);
    List<CulpritChange> own =
        slower.stream()
            .flatMap(place -> places.change(place.culprit()).stream())
            .filter(place -> place.nanos() > 0)
            .toList();
    if (!own.isEmpty() || kind == Kind.STRUCTURAL) {
      return own.isEmpty() ? slower : own;
    }
    List<CulpritChange> others =
        places.changes().stream()
            .filter(place -> window.matters((double) place.nanos(), places.meanBefore()))
            .sorted(CulpritChange.LARGEST_FIRST)
            .toList();
    return others.isEmpty() ? slower : others;
  }
}
