package io.tracemill.pipeline.monitor;

import static io.tracemill.pipeline.monitor.MonitorHarness.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.mutation.EndpointSlide;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.junit.jupiter.api.Test;

/** With state in RocksDB panes and blocks are read anew at each slide. */
class MonitorRocksDbTest {
  private static final int MINUTES = 40;

  @Test
  void windowsDifferFromTheirBaselineAsTheyDoWithStateOnTheHeap() throws Exception {
    List<Object> onRocksDb = results(new EmbeddedRocksDBStateBackend());

    assertThat(onRocksDb).hasSizeGreaterThan(2 * MINUTES - 5);
    assertThat(onRocksDb).usingRecursiveComparison().isEqualTo(results(new HashMapStateBackend()));
  }

  private static List<Object> results(StateBackend backend) throws Exception {
    List<Object> results = new ArrayList<>();
    OperatorSubtaskState state;
    try (var harness = MonitorHarness.started(backend)) {
      feed(harness, 0, MINUTES / 2);
      state = harness.snapshot(1, 1);
      collect(harness, results);
    }
    try (var harness = MonitorHarness.restored(backend, state, 3, 1)) {
      feed(harness, MINUTES / 2, MINUTES);
      collect(harness, results);
    }
    return results;
  }

  private static void feed(MonitorHarness harness, int from, int to) throws Exception {
    for (int minute = from; minute < to; minute++) {
      harness.feed(MonitorHarness.traffic(minute, minute < MINUTES - 5 ? 100 : 200, 0));
      harness.processWatermark((minute + 1) * MINUTE);
    }
  }

  private static void collect(MonitorHarness harness, List<Object> into) {
    into.addAll(harness.extractOutputValues());
    List<EndpointSlide> slides = harness.slides();
    into.addAll(slides);
  }
}
