package io.tracemill.analysis.view.tprof;

import io.tracemill.analysis.view.tprof.SocialNetwork.Delay;
import io.tracemill.analysis.view.tprof.SocialNetwork.Service;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** The experiment of tprof's figure 6: a delay in one of ten random places of the network. */
final class DelayedPlaces {
  static final int PLACES = 10;
  private static final int REQUESTS = 2_000;

  private DelayedPlaces() {}

  /** Counts the places at which the first finding of each layer leads to the delay. */
  static int found(double millis, Ranking ranking, long seed) {
    List<Delay> places = new ArrayList<>();
    for (Service service : SocialNetwork.services()) {
      for (int number = 0; number <= service.calls(); number++) {
        places.add(new Delay(service.name(), number, millis, 1));
      }
    }
    Collections.shuffle(places, new Random(seed));
    int found = 0;
    for (Delay delay : places.subList(0, PLACES)) {
      Diagnosis diagnosis = SocialNetwork.play(REQUESTS, delay, seed).diagnose();
      found += names(diagnosis.by(ranking).get(0), delay) ? 1 : 0;
    }
    return found;
  }

  private static boolean names(Finding operation, Delay delay) {
    return operation.operation().service().equals(delay.service())
        && FindingSamples.firstSubSpan(operation)
            .filter(subSpan -> isStretch(subSpan, delay))
            .isPresent();
  }

  /** Whether it is the part before the same call; calls that are not always made may be missing. */
  private static boolean isStretch(Finding subSpan, Delay delay) {
    Finding.Part part = subSpan.part().orElseThrow();
    AggregateTrace trace = part.aggregate().orElseThrow();
    List<String> callees = new ArrayList<>();
    for (int position = 1; position < trace.spans().size(); position++) {
      if (trace.spans().get(position).parent() == part.position()) {
        callees.add(trace.spans().get(position).frame().service());
      }
    }
    Service service =
        SocialNetwork.services().stream()
            .filter(known -> known.name().equals(delay.service()))
            .findFirst()
            .orElseThrow();
    List<String> calls =
        service.stages().stream().flatMap(List::stream).map(Service::name).toList();
    return delay.number() == calls.size()
        ? part.number() == callees.size()
        : part.number() < callees.size()
            && callees.get(part.number()).equals(calls.get(delay.number()));
  }
}
