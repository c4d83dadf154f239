package io.tracemill.pipeline.rank;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.hotspot.HotspotTable;
import io.tracemill.analysis.hotspot.ServiceGraph;
import io.tracemill.analysis.record.Dependency;
import io.tracemill.analysis.record.Hotspot;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.MetricScope;
import io.tracemill.pipeline.count.FrameCodec;
import io.tracemill.pipeline.endpoint.EndpointSlide;
import io.tracemill.pipeline.serialization.CodecSerializer;
import io.tracemill.pipeline.serialization.InChainTypeInfo;
import java.util.Iterator;
import java.util.Optional;
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
 * At the end of a window, ranks its frames by their cost over all endpoints. It emits the service
 * graph with each slide that has calls.
 */
public final class HotspotFunction extends KeyedProcessFunction<Long, HotspotPart, Hotspot> {
  /** The calls between services in the window that ends with each slide. */
  public static final OutputTag<Dependency> DEPENDENCIES =
      new OutputTag<>("dependencies", new InChainTypeInfo<>(Dependency.class));

  private final long slideMillis;

  /**
   * Key: start of a window. Maps each endpoint to its part. The senders bound the number of
   * endpoints and the size of a part. Cleared at the end of the window.
   */
  private transient MapState<Frame, HotspotPart> parts;

  private transient Counter late;

  HotspotFunction(long slideMillis) {
    this.slideMillis = slideMillis;
  }

  /** The hotspots of all windows. */
  public static SingleOutputStreamOperator<Hotspot> rank(
      DataStream<EndpointSlide> slides, long slideMillis) {
    return slides
        .map(HotspotPart::of, HotspotPartCodec.TYPE)
        .name("frames of windows")
        .uid("hotspot-parts")
        .keyBy(HotspotPart::startMillis, Types.LONG)
        .process(new HotspotFunction(slideMillis), new InChainTypeInfo<>(Hotspot.class))
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
  public void processElement(HotspotPart part, Context context, Collector<Hotspot> out)
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

  /** After a restart with another window length, some parts may end later. */
  @Override
  public void onTimer(long millis, OnTimerContext context, Collector<Hotspot> out)
      throws Exception {
    HotspotTable table = new HotspotTable();
    ServiceGraph graph = new ServiceGraph();
    for (Iterator<HotspotPart> each = parts.values().iterator(); each.hasNext(); ) {
      HotspotPart part = each.next();
      if (part.endMillis() == millis) {
        table.add(part.endpoint(), part.frames());
        graph.add(part.edges());
        graph.addNewest(part.newest());
        each.remove();
      }
    }
    if (parts.isEmpty()) {
      parts.clear();
    }
    Period time = new Period(context.getCurrentKey(), millis);
    table.ranked(time, HotspotTable.RANKED).forEach(out::collect);
    Period end = new Period(millis - slideMillis, millis);
    graph.dependencies(time, Optional.of(end)).forEach(edge -> context.output(DEPENDENCIES, edge));
  }
}
