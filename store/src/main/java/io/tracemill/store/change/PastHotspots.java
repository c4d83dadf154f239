package io.tracemill.store.change;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.hotspot.FrameCosts;
import io.tracemill.analysis.hotspot.HotspotTable;
import io.tracemill.analysis.hotspot.ServiceGraph;
import io.tracemill.analysis.record.Dependency;
import io.tracemill.analysis.record.Hotspot;
import io.tracemill.analysis.sums.SumRules;
import io.tracemill.store.engine.StoreSession;
import java.util.List;
import java.util.Optional;

/**
 * The costliest frames and the calls between services in a past time, from the sums of its panes.
 *
 * @param hotspots as of the stream of that name, the costliest first
 * @param dependencies as of the stream of that name
 */
public record PastHotspots(List<Hotspot> hotspots, List<Dependency> dependencies) {
  public PastHotspots {
    hotspots = List.copyOf(hotspots);
    dependencies = List.copyOf(dependencies);
  }

  /**
   * Asks for them; their window is the part of the time that whole panes cover.
   *
   * @param limits of the sums
   * @throws io.tracemill.store.engine.QueryException if no pane is wholly in that time
   */
  public static PastHotspots ask(StoreSession session, Period time, SumRules limits) {
    PaneReader panes = new PaneReader(session, time, Optional.empty());
    HotspotTable hotspots = new HotspotTable();
    ServiceGraph graph = new ServiceGraph();
    panes
        .sums(panes.paneMillis(), limits)
        .requests()
        .forEach(
            (endpoint, sums) -> {
              hotspots.add(endpoint, FrameCosts.of(sums));
              graph.add(sums.edges());
            });
    return new PastHotspots(
        hotspots.ranked(panes.time(), HotspotTable.RANKED),
        graph.dependencies(panes.time(), Optional.empty()));
  }
}
