package io.tracemill.analysis.request;

import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.Frame;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Shapes of requests of which a test wrote down call paths only; equal requests share one. */
public final class Shapes {
  private final Map<List<Object>, RequestShape> known = new HashMap<>();

  /** The shape of a request with these call paths. */
  public RequestShape shape(CallTreeSignature category, CallingContextTree path) {
    Map<Place, Integer> spans = new LinkedHashMap<>();
    Map<PathStep, Place> steps = new HashMap<>();
    Set<Frame> frames = new HashSet<>();
    Set<Call> calls = new HashSet<>();
    for (int node = 0; node < path.size(); node++) {
      PathStep step = path.step(node);
      int count = path.spans(node);
      Place.of(step)
          .ifPresent(
              place -> {
                spans.merge(place, count, Integer::sum);
                steps.put(step, place);
              });
      frames.add(step.frame());
      if (path.parent(node) >= 0) {
        calls.add(new Call(path.step(path.parent(node)).frame(), step.frame()));
      }
    }
    return known.computeIfAbsent(
        List.of(category, spans, steps, frames, calls),
        added -> new RequestShape(category, spans, steps, frames, calls));
  }
}
