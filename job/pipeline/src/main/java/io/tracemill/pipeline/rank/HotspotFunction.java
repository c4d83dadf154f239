package io.tracemill.pipeline.rank;

import io.tracemill.analysis.bottomup.Hotspot;
import io.tracemill.analysis.bottomup.HotspotTable;
import io.tracemill.analysis.bottomup.RankedHotspot;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.systemic.SystemReport;
import io.tracemill.analysis.systemic.SystemTable;
import io.tracemill.pipeline.MetricScope;
import io.tracemill.pipeline.aggregate.FrameCodec;
import io.tracemill.pipeline.monitor.EndpointWindow;
import io.tracemill.pipeline.serialization.CodecSerializer;
import io.tracemill.pipeline.serialization.InChainTypeInfo;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * At the end of a window, ranks its frames by their cost over all endpoints, and emits the
 * distributions of its requests.
 */
public final class HotspotFunction extends KeyedProcessFunction<Long, HotspotPart, RankedHotspot> {
  /** Distributions of the requests of each window. */
  public static final OutputTag<SystemReport> SYSTEMS =
      new OutputTag<>("systems", new InChainTypeInfo<>(SystemReport.class));

  /** The number of frames that a window's ranking lists. */
  static final int RANKED = 100;

  private static final long serialVersionUID = 1;

  /**
   * Key: start of a window; by endpoint, its part, bounded by the profile limits; cleared at the
   * end of the window. There are at most {@code profiles.max-endpoints} parts, and one more for
   * each task.
   */
  private transient MapState<Frame, HotspotPart> parts;

  private transient Counter late;

  /** The hotspots of all windows. */
  public static SingleOutputStreamOperator<RankedHotspot> rank(DataStream<EndpointWindow> windows) {
    return windows
        .map(HotspotPart::of, HotspotPartCodec.TYPE)
        .name("frames of windows")
        .uid("hotspot-parts")
        .keyBy(HotspotPart::startMillis, Types.LONG)
        .process(new HotspotFunction(), new InChainTypeInfo<>(RankedHotspot.class))
        .name("hotspots")
        .uid("hotspots");
  }

  @Override
  public void open(OpenContext context) {
    parts =
        getRuntimeContext()
            .getMapState(
                new MapStateDescriptor<>(
                    "hotspots",
                    new CodecSerializer<>(new FrameCodec()),
                    new CodecSerializer<>(new HotspotPartCodec())));
    late = MetricScope.of(getRuntimeContext().getMetricGroup()).counter("hotspotPartsLate");
  }

  /** A late part must not replace its window's ranking with a ranking of that part alone. */
  @Override
  public void processElement(HotspotPart part, Context context, Collector<RankedHotspot> out)
      throws Exception {
    if (part.endMillis() <= context.timerService().currentWatermark()) {
      late.inc();
      return;
    }
    parts.put(part.endpoint(), part);
    context.timerService().registerEventTimeTimer(part.endMillis());
  }

  /** The number of late parts since the task started. */
  long partsLate() {
    return late.getCount();
  }

  @Override
  public void onTimer(long millis, OnTimerContext context, Collector<RankedHotspot> out)
      throws Exception {
    HotspotTable table = new HotspotTable();
    SystemTable system = new SystemTable();
    for (HotspotPart part : take(millis)) {
      table.add(part.endpoint(), part.frames().sums());
      system.add(part.extents(), part.frames().calls());
    }
    int rank = 0;
    for (Hotspot hotspot : table.ranked(RANKED)) {
      out.collect(new RankedHotspot(context.getCurrentKey(), millis, ++rank, hotspot));
    }
    SystemReport report = system.report(context.getCurrentKey(), millis);
    if (report.requests() > 0) {
      context.output(SYSTEMS, report);
    }
  }

  /**
   * The parts that end at this time. After a restart with another window length, some may end
   * later.
   */
  private List<HotspotPart> take(long endMillis) throws Exception {
    List<HotspotPart> over = new ArrayList<>();
    for (HotspotPart part : parts.values()) {
      if (part.endMillis() == endMillis) {
        over.add(part);
      }
    }
    for (HotspotPart part : over) {
      parts.remove(part.endpoint());
    }
    return over;
  }
}
