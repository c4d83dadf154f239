package io.tracemill.pipeline.rank;

import io.tracemill.analysis.bottomup.HotspotTable;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.record.Hotspot;
import io.tracemill.analysis.systemic.SystemReport;
import io.tracemill.analysis.systemic.SystemTable;
import io.tracemill.pipeline.monitor.EndpointWindow;
import io.tracemill.pipeline.serialization.InChainTypeInfo;
import java.util.List;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * At the end of a window, ranks its frames by their cost over all endpoints, and emits the
 * distributions of its requests.
 */
public final class HotspotFunction extends WindowRanking<HotspotPart, Hotspot> {
  /** Distributions of the requests of each window. */
  public static final OutputTag<SystemReport> SYSTEMS =
      new OutputTag<>("systems", new InChainTypeInfo<>(SystemReport.class));

  /** The number of frames that a window's ranking lists. */
  static final int RANKED = 100;

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
    SystemTable system = new SystemTable();
    for (HotspotPart part : window) {
      table.add(part.endpoint(), part.frames().sums());
      system.add(part.extents(), part.frames().calls());
    }
    table.ranked(new Period(context.getCurrentKey(), millis), RANKED).forEach(out::collect);
    SystemReport report = system.report(context.getCurrentKey(), millis);
    if (report.requests() > 0) {
      context.output(SYSTEMS, report);
    }
  }
}
