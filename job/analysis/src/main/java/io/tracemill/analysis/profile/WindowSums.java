package io.tracemill.analysis.profile;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.record.DurationCounts;
import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.record.EndpointProfile.Increment;
import io.tracemill.analysis.sample.RequestRow;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.sketch.LatencySketch;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.CategorySums;
import io.tracemill.analysis.sums.EdgeSum;
import io.tracemill.analysis.sums.EndpointSums;
import io.tracemill.analysis.sums.ServiceEdge;
import io.tracemill.analysis.sums.SumRules;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The panes of an endpoint's window. Profiles do not separate categories, so all requests are in
 * {@link EndpointSums#other}, and the categories are only counted.
 */
public final class WindowSums {
  /** The category of requests whose category has no name. */
  private static final CallTreeSignature MANY = new CallTreeSignature(0, 0);

  private final Period window;

  /** The end of the window, which the window before lacks. */
  private final Period end;

  private final EndpointSums requests;
  private final Set<CallTreeSignature> categories = new HashSet<>();
  private final LatencySketch newest = new LatencySketch();
  private long newestFailed;
  private long newestNanos;
  private final Map<ServiceEdge, EdgeSum> newestEdges = new TreeMap<>();

  /**
   * Sums without requests.
   *
   * @param slideMillis from the end of the window before to the end of this one
   */
  public WindowSums(SumRules rules, Period window, long slideMillis) {
    this.window = window;
    end = new Period(window.endMillis() - slideMillis, window.endMillis());
    requests = new EndpointSums(rules);
  }

  /** Adds the pane that starts at this time, and does not change the pane. */
  public void add(long startMillis, EndpointSums pane) {
    requests.mergeAsOne(pane);
    if (end.contains(startMillis)) {
      pane.categories().values().forEach(this::addNew);
      addNew(pane.other());
      pane.edges().forEach(this::addNew);
    }
    pane.categories()
        .forEach(
            (signature, category) -> {
              if (category.count() > 0) {
                categories.add(signature);
              }
            });
    if (pane.other().count() > 0) {
      categories.add(MANY);
    }
  }

  private void addNew(CategorySums category) {
    newest.merge(category.latency());
    newestFailed += category.failed();
    newestNanos += category.latencySumNanos();
  }

  /** An edge beyond the limit has its calls at the edge that has them in the whole window. */
  private void addNew(ServiceEdge edge, EdgeSum calls) {
    ServiceEdge known = requests.edges().containsKey(edge) ? edge : ServiceEdge.OTHER;
    newestEdges.computeIfAbsent(known, added -> new EdgeSum()).merge(calls);
  }

  /** By edge, the calls between services in the newest slide. */
  public Map<ServiceEdge, EdgeSum> newestEdges() {
    return Collections.unmodifiableMap(newestEdges);
  }

  /** All requests. */
  public EndpointSums requests() {
    return requests;
  }

  /**
   * The profile; empty without requests.
   *
   * @param sampled some of the requests
   */
  public Optional<EndpointProfile> profile(Frame endpoint, List<RequestRow> sampled) {
    Increment increment =
        new Increment(end, newest.count(), newestFailed, DurationCounts.of(newest, newestNanos));
    return requests.count() == 0
        ? Optional.empty()
        : Optional.of(
            ProfileReader.profile(
                requests, categories.size(), sampled, endpoint, window, Optional.of(increment)));
  }
}
