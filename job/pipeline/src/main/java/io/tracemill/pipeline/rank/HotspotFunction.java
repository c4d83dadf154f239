package io.tracemill.pipeline.rank;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.hotspot.HotspotTable;
import io.tracemill.analysis.hotspot.ServiceGraph;
import io.tracemill.analysis.record.Dependency;
import io.tracemill.analysis.record.Hotspot;
import io.tracemill.pipeline.endpoint.EndpointWindow;
import io.tracemill.pipeline.serialization.InChainTypeInfo;
import java.util.List;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * At the end of a window, ranks its frames by their cost over all endpoints, and emits the service
 * graph.
 */
public final class HotspotFunction extends WindowRanking<HotspotPart, Hotspot> {
  /** The calls between services in each window. */
  public static final OutputTag<Dependency> DEPENDENCIES =
      new OutputTag<>("dependencies", new InChainTypeInfo<>(Dependency.class));

  private static final long serialVersionUID = 1;

  HotspotFunction() {
    super("hotspots", "hotspotPartsLate", new HotspotPartCodec());
  }

  /** The hotspots of all windows. */
  public static SingleOutputStreamOperator<Hotspot> rank(DataStream<EndpointWindow> windows) {
    return windows
        .map(HotspotPart::of, HotspotPartCodec.TYPE)
        .name("frames of windows")
        .uid("hotspot-parts")
        .keyBy(HotspotPart::startMillis, Types.LONG)
        .process(new HotspotFunction(), new InChainTypeInfo<>(Hotspot.class))
        .name("hotspots")
        .uid("hotspots");
  }

  @Override
  protected void rank(
      List<HotspotPart> window, long millis, OnTimerContext context, Collector<Hotspot> out) {
    HotspotTable table = new HotspotTable();
    ServiceGraph graph = new ServiceGraph();
    for (HotspotPart part : window) {
      table.add(part.endpoint(), part.frames());
      graph.add(part.edges());
    }
    Period time = new Period(context.getCurrentKey(), millis);
    table.ranked(time, HotspotTable.RANKED).forEach(out::collect);
    graph.dependencies(time).forEach(edge -> context.output(DEPENDENCIES, edge));
  }
}
