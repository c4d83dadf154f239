package io.tracemill.bench;

import io.tracemill.analysis.detection.DetectionRules;
import io.tracemill.analysis.detection.Detector;
import io.tracemill.analysis.detection.Judgement;
import io.tracemill.analysis.quality.WatchState;
import io.tracemill.analysis.sums.PaneCounts;
import io.tracemill.bench.workload.PaneTraffic;
import io.tracemill.pipeline.count.PaneCountsCodec;
import java.io.IOException;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.util.InstantiationUtil;

/**
 * Measures the detector alone at its limit of endpoints: time for a pane, live heap, and state. It
 * generates a few healthy panes in advance and repeats them.
 */
public final class JudgeLoad {
  private static final int ENDPOINTS = 10_000;
  private static final int PANES = 300;
  private static final int PREMADE = 8;
  private static final int PANES_PER_LINE = 20;
  private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();
  private static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();

  private final DetectionRules rules = DetectionRules.standard();
  private final Detector detector = new Detector(rules);
  private final List<? extends Collection<PaneCounts>> premade;
  private final long heapBefore;
  private final List<Double> millis = new ArrayList<>();

  private JudgeLoad(int endpoints) {
    premade = new PaneTraffic(endpoints, rules.scale()).panes(PREMADE);
    heapBefore = liveHeap();
  }

  /** Judges panes of as many endpoints as the only argument says; without one, of 10,000. */
  public static void main(String[] arguments) throws IOException {
    int endpoints = arguments.length > 0 ? Integer.parseInt(arguments[0]) : ENDPOINTS;
    System.out.printf(
        "%,d endpoints, %d places and %d calls each, %d panes; heap of at most %,d MB%n",
        endpoints,
        PaneTraffic.PLACES,
        PaneTraffic.CALLS,
        PANES,
        Runtime.getRuntime().maxMemory() >> 20);
    new JudgeLoad(endpoints).run();
  }

  private void run() throws IOException {
    System.out.printf("%5s %11s %11s %9s %9s%n", "pane", "median ms", "max ms", "watched", "open");
    for (int pane = 1; pane <= PANES; pane++) {
      long start = System.nanoTime();
      Judgement judgement =
          detector.judge(pane * rules.paneMillis(), premade.get(pane % premade.size()));
      millis.add((System.nanoTime() - start) / 1e6);
      if (pane % PANES_PER_LINE == 0) {
        printTimes(pane, judgement);
      }
    }
    weigh();
    addParts();
  }

  /** Reads and adds what tasks send of a pane: each sends a part for each of its endpoints. */
  private void addParts() throws IOException {
    PaneCountsCodec codec = new PaneCountsCodec();
    int parts = 0;
    long bytes = 0;
    long nanos = 0;
    for (int round = 0; round < PANES_PER_LINE; round++) {
      for (PaneCounts counts : premade.get(0)) {
        DataOutputSerializer out = new DataOutputSerializer(1024);
        codec.write(counts, out);
        long start = CPU.getCurrentThreadCpuTime();
        PaneCounts part = codec.read(new DataInputDeserializer(out.getCopyOfBuffer()));
        bytes += part.plus(counts).paneMillis() >= 0 ? out.length() : 0;
        nanos += CPU.getCurrentThreadCpuTime() - start;
        parts++;
      }
    }
    System.out.printf(
        "a part of a pane: %,d bytes, %.1f us of CPU to read and add%n",
        bytes / parts, nanos / 1e3 / parts);
  }

  private void printTimes(int pane, Judgement judgement) {
    Collections.sort(millis);
    System.out.printf(
        "%5d %,11.1f %,11.1f %,9d %,9d%n",
        pane,
        millis.get(millis.size() / 2),
        millis.get(millis.size() - 1),
        judgement.endpoints().values().stream()
            .filter(endpoint -> endpoint.state() == WatchState.WATCHING)
            .count(),
        judgement.incidents().size());
    millis.clear();
  }

  private void weigh() throws IOException {
    System.out.printf("live heap of the detector: %,d MB%n", liveHeap() - heapBefore);
    long start = System.nanoTime();
    long bytes = 0;
    // Each part separately, as a checkpoint does.
    for (Serializable part : detector.state()) {
      bytes += InstantiationUtil.serializeObject(part).length;
    }
    System.out.printf(
        "state: %,d MB, written in %,.0f ms%n", bytes >> 20, (System.nanoTime() - start) / 1e6);
  }

  /** The live heap, in megabytes. */
  private static long liveHeap() {
    MEMORY.gc();
    return MEMORY.getHeapMemoryUsage().getUsed() >> 20;
  }
}
