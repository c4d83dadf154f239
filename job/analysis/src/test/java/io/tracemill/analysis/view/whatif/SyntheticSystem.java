package io.tracemill.analysis.view.whatif;

import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.trace.TraceSpec;
import io.tracemill.analysis.view.Kept;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Services that call each other in stages: calls of a stage run side by side, and the next stage
 * waits for all of them. It knows what depends on what, and replays a request with the same random
 * draws and another speed.
 */
final class SyntheticSystem {
  /** One service; {@code stages} are the calls that it makes. */
  private record Service(String name, double scaleMicros, List<List<Service>> stages) {
    Frame frame() {
      return Frame.of(name, "op");
    }
  }

  private final Service root;
  private final List<Place> places = new ArrayList<>();
  private final double hidden;

  /**
   * @param hidden probability that a call starts when half of the one before it is done, which
   *     spans do not show
   */
  SyntheticSystem(long seed, double hidden) {
    this.hidden = hidden;
    root = service(new Random(seed), "s", 3);
    collect(root, new HashSet<>());
  }

  private static Service service(Random random, String name, int levels) {
    List<List<Service>> stages = new ArrayList<>();
    for (int stage = 0; levels > 0 && stage < 2; stage++) {
      List<Service> calls = new ArrayList<>();
      for (int call = 0; call <= random.nextInt(3); call++) {
        calls.add(service(random, name + stage + call, levels - 1 - random.nextInt(2)));
      }
      stages.add(calls);
    }
    return new Service(name, 200 + random.nextInt(4_000), stages);
  }

  private void collect(Service service, Set<String> seen) {
    places.add(new Place.Operation(service.frame()));
    for (List<Service> stage : service.stages()) {
      for (Service callee : stage) {
        places.add(new Place.Edge(service.name(), callee.name()));
        collect(callee, seen);
      }
    }
  }

  /** All places where requests can spend time. */
  List<Place> places() {
    return places;
  }

  /** The duration of request {@code number} if the system were changed. */
  long duration(long number, Intervention change) {
    return serve(root, 0, new Random(number), change, new Recorder(TraceSpec.trace(number)), false);
  }

  /** The trace of request {@code number}. */
  TraceSpec trace(long number) {
    TraceSpec spec = TraceSpec.trace(number);
    serve(root, 0, new Random(number), none(), new Recorder(spec), true);
    return spec;
  }

  /** Request {@code number}. */
  KeptRequest kept(long number) {
    return Kept.of(trace(number));
  }

  /** A change that changes nothing. */
  static Intervention none() {
    return new Intervention(Place.Request.WHOLE, 1, 0);
  }

  /** Writes down spans, a parent before its children, whose ends are known later. */
  private record Recorder(TraceSpec spec) {
    TraceSpec.SpanSpec begin(String parent, String service, SpanKind kind, String label) {
      if (parent.isEmpty()) {
        spec.root(service, 0, 0);
      } else {
        spec.child(parent, service, 0, 0);
      }
      spec.as(label).kind(kind);
      return spec.spans().get(spec.spans().size() - 1);
    }
  }

  private long serve(
      Service service, long at, Random draws, Intervention change, Recorder to, boolean record) {
    return serve(service, "", service.name(), at, draws, change, to, record);
  }

  private long serve(
      Service service,
      String parent,
      String label,
      long at,
      Random draws,
      Intervention change,
      Recorder to,
      boolean record) {
    Place place = new Place.Operation(service.frame());
    TraceSpec.SpanSpec span =
        record ? to.begin(parent, service.name(), SpanKind.SERVER, label) : null;
    long now = at;
    int number = 0;
    for (List<Service> stage : service.stages()) {
      long own = time(draws, service.scaleMicros());
      long end = now;
      long previous = now;
      long previousStart = now;
      for (Service callee : stage) {
        long stagger = (long) (draws.nextDouble() * 20_000);
        boolean waits = draws.nextDouble() < hidden;
        boolean called = draws.nextDouble() < 0.9;
        long ready = waits ? (previousStart + previous) / 2 : now;
        long start = Math.max(now, ready) + scaled(place, own + stagger, change);
        Random apart = new Random(draws.nextLong());
        if (called) {
          previous =
              call(service, callee, label, label + number++, start, apart, change, to, record);
          previousStart = start;
          end = Math.max(end, previous);
        }
      }
      now = Math.max(now, end);
    }
    now += added(place, scaled(place, time(draws, service.scaleMicros()), change), change);
    if (span != null) {
      span.start = at;
      span.end = now;
    }
    return now - (parent.isEmpty() ? at : 0);
  }

  private long call(
      Service caller,
      Service callee,
      String parent,
      String label,
      long at,
      Random draws,
      Intervention change,
      Recorder to,
      boolean record) {
    Place edge = new Place.Edge(caller.name(), callee.name());
    TraceSpec.SpanSpec span =
        record ? to.begin(parent, caller.name(), SpanKind.CLIENT, label + "c") : null;
    if (span != null) {
      span.operation = "call " + callee.name();
    }
    long sent = at + scaled(edge, time(draws, 300), change);
    long answered = serve(callee, label + "c", label, sent, draws, change, to, record);
    long end = answered + added(edge, scaled(edge, time(draws, 300), change), change);
    if (span != null) {
      span.start = at;
      span.end = end;
    }
    return end;
  }

  private static long time(Random draws, double scaleMicros) {
    return (long) (1_000 * scaleMicros * Math.exp(0.7 * draws.nextGaussian()));
  }

  private static long scaled(Place place, long nanos, Intervention change) {
    return change.place().includes(place) ? Math.round(nanos * change.factor()) : nanos;
  }

  private static long added(Place place, long nanos, Intervention change) {
    return change.place().includes(place) ? Math.max(0, nanos + change.addedNanos()) : nanos;
  }
}
