package io.tracemill.analysis.calm;

import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.request.GivenDetails;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.RequestRole;
import io.tracemill.analysis.request.RequestShape;
import io.tracemill.analysis.signature.Signatures;
import io.tracemill.analysis.span.TraceId;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** Makes requests of flows; own times are log-normal. */
final class Requests {
  private final Random random;
  private final double spread;
  private long ids;

  /**
   * @param spread standard deviation of the logarithm of each place's time
   */
  Requests(Random random, double spread) {
    this.random = random;
    this.spread = spread;
  }

  /**
   * A request.
   *
   * @param slower by what the time of each place is multiplied
   * @param addedMillis what is added to it
   */
  RequestAnalysis of(
      Flow flow, ToDoubleFunction<PathStep> slower, ToDoubleFunction<PathStep> addedMillis) {
    CallingContextTree tree = new CallingContextTree();
    List<Flow.Place> places = flow.places();
    int[] nodes = new int[places.size()];
    long duration = 0;
    int spans = 0;
    for (int i = 0; i < nodes.length; i++) {
      Flow.Place place = places.get(i);
      nodes[i] = tree.child(place.parent() < 0 ? -1 : nodes[place.parent()], place.step());
      long nanos = nanos(place.millis() * slower.applyAsDouble(place.step()));
      nanos += Math.round(1e6 * addedMillis.applyAsDouble(place.step()));
      if (place.step().callee().isEmpty()) {
        tree.countSpan(nodes[i], spans++);
      }
      tree.addExclusive(nodes[i], nanos);
      duration += nanos;
    }
    tree.sumInclusive();
    ids++;
    return new RequestAnalysis(
        new TraceId(0, ids),
        ids,
        RequestRole.ENTRY,
        places.get(0).step().frame(),
        0,
        duration,
        spans,
        true,
        false,
        0,
        0,
        new Signatures(flow.signature(), flow.signature(), flow.signature()),
        RequestShape.EMPTY,
        false,
        Set.of(),
        tree,
        new GivenDetails(flow.form(), List.of()));
  }

  private long nanos(double meanMillis) {
    double normal = spread * random.nextGaussian() - spread * spread / 2;
    return Math.round(1e6 * meanMillis * Math.exp(normal));
  }
}
