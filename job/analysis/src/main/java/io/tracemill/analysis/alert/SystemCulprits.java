package io.tracemill.analysis.alert;

import io.tracemill.analysis.alert.SystemTrial.Part;
import io.tracemill.analysis.change.Culprit;
import io.tracemill.analysis.change.Culprit.ServiceCulprit;
import io.tracemill.analysis.change.CulpritChange;
import io.tracemill.analysis.mutation.EndpointSlide.Totals;
import io.tracemill.analysis.mutation.Reading;
import io.tracemill.analysis.mutation.Subject.PlaceTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** How much slower requests of all endpoints became at a place, or at the places of a service. */
final class SystemCulprits {
  private SystemCulprits() {}

  /** What a trial is about; of a whole service its places that took longer, the largest first. */
  static List<CulpritChange> of(SystemTrial trial) {
    if (trial.subject() instanceof PlaceTime time
        && time.place() instanceof ServiceCulprit service) {
      List<CulpritChange> places = placesOf(service, trial);
      return places.isEmpty() ? List.of(own(trial)) : places;
    }
    return List.of(own(trial));
  }

  private static CulpritChange own(SystemTrial trial) {
    return change(Culprits.own(trial.subject(), trial.endpoints().get(0)), trial.parts(), trial);
  }

  private static List<CulpritChange> placesOf(ServiceCulprit service, SystemTrial trial) {
    Map<Culprit, List<Part>> places = new TreeMap<>();
    for (Part part : trial.parts()) {
      for (Reading reading : part.slide().readings()) {
        if (reading.subject() instanceof PlaceTime time
            && time.place().service().equals(service.service())
            && !time.place().equals(service)) {
          places
              .computeIfAbsent(time.place(), unknown -> new ArrayList<>())
              .add(new Part(part.slide(), reading));
        }
      }
    }
    return CulpritChange.worthNaming(
        places.entrySet().stream()
            .map(place -> change(place.getKey(), place.getValue(), trial))
            .toList());
  }

  /** Per request of the trial, endpoints weighted as in it. */
  private static CulpritChange change(Culprit culprit, List<Part> parts, SystemTrial trial) {
    double requests = Math.max(1, sum(trial.parts(), part -> 1));
    long before = Math.round(sum(parts, part -> part.reading().before().meanNanos()) / requests);
    long after = Math.round(sum(parts, part -> part.reading().after().meanNanos()) / requests);
    double mean = sum(trial.parts(), part -> rise(part.slide().totals())) / requests;
    return new CulpritChange(culprit, before, after, mean == 0 ? 0 : (after - before) / mean);
  }

  private static double rise(Totals totals) {
    return totals.afterMeanNanos() - totals.beforeMeanNanos();
  }

  private static double sum(List<Part> parts, ToDoubleFunction<Part> of) {
    double sum = 0;
    for (Part part : parts) {
      sum += part.reading().window().traces() * of.applyAsDouble(part);
    }
    return sum;
  }
}
