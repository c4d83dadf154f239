package io.tracemill.pipeline.monitor;

import io.tracemill.analysis.cohort.Baseline;
import io.tracemill.analysis.cohort.BaselineRules;
import io.tracemill.analysis.cohort.Cohort.Block;
import io.tracemill.analysis.cohort.Learning;
import io.tracemill.analysis.cohort.Normal;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.pipeline.aggregate.AccumulatorCodec;
import io.tracemill.pipeline.aggregate.SealedRequests;
import io.tracemill.pipeline.serialization.CodecSerializer;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The requests of the endpoint at hand: the latest in panes, those of its baseline in blocks. */
final class History {
  private static final Logger LOG = LoggerFactory.getLogger(History.class);

  private final BaselineRules rules;

  /**
   * Key: endpoint; by pane start, at most 2 window / slide + 1 panes, each bounded by the profile
   * limits; a pane leaves for its block, or for good, when it is two windows old.
   */
  private final Stretches panes;

  /**
   * Key: endpoint; by block start, at most baseline / window + 1 blocks, or up to twice as many
   * that lack panes (see {@link Baseline#dropOldest}), each bounded by the profile limits; cleared
   * by newer ones, when a new normal is accepted, and when the endpoint has been idle for longer
   * than window and baseline.
   */
  private final Stretches blocks;

  /**
   * Those of the new normal: as many, each as large, while something differs from what is known;
   * cleared as the others are, when nothing differs any more, and when they become the others.
   */
  private final Stretches newBlocks;

  /** Key: endpoint; some bytes for each pane and block; cleared with the last of them. */
  private final ValueState<Baseline> baselines;

  private boolean warned;

  History(RuntimeContext context, BaselineRules rules) {
    this.rules = rules;
    this.panes = new Stretches(context.getMapState(sealed("panes")));
    this.blocks = new Stretches(context.getMapState(sealed("blocks")));
    this.newBlocks = new Stretches(context.getMapState(sealed("new-blocks")));
    this.baselines =
        context.getState(
            new ValueStateDescriptor<>("baseline", new CodecSerializer<>(new BaselineCodec())));
  }

  private static MapStateDescriptor<Long, SealedRequests> sealed(String name) {
    return new MapStateDescriptor<>(
        name, LongSerializer.INSTANCE, new CodecSerializer<>(new AccumulatorCodec()));
  }

  private Stretches of(Normal normal) {
    return switch (normal) {
      case KNOWN -> blocks;
      case NEW -> newBlocks;
    };
  }

  void add(long paneMillis, EndpointAccumulator requests) throws Exception {
    baseline();
    panes.add(paneMillis, requests);
  }

  /** What is known of the baseline. Whoever changes it calls {@link #keep}. */
  Baseline baseline() throws Exception {
    Baseline known = baselines.value();
    if (known != null && known.hasBlocksOf(rules)) {
      return known;
    }
    if (known != null) {
      startOver(known);
    }
    Baseline fresh = new Baseline(rules);
    baselines.update(fresh);
    return fresh;
  }

  /** Panes or blocks of another length cannot be compared with those of now. */
  private void startOver(Baseline old) {
    if (!warned) {
      warned = true;
      LOG.warn(
          "profiles.window or profiles.slide is not what it was when the state was written: all"
              + " endpoints learn their baselines anew");
    }
    blocks.clear();
    newBlocks.clear();
    if (!old.hasPanesOf(rules)) {
      panes.clear();
    }
  }

  void keep(Baseline baseline) throws Exception {
    baselines.update(baseline);
  }

  /** The panes with traffic of the window that ends at {@code millis}. */
  List<Block> window(long millis) throws Exception {
    long from = millis - rules.windowMillis();
    return panes.get(
        LongStream.iterate(from, pane -> pane < millis, pane -> pane + rules.slideMillis())
            .boxed()
            .toList());
  }

  /** What is compared with at the end of a slide. */
  List<Block> before(Baseline baseline, Normal normal, long millis) throws Exception {
    return of(normal).get(baseline.blocks(normal, millis));
  }

  /** Panes that are old enough enter their blocks, and blocks that are too many go. */
  void age(Baseline baseline, long millis) throws Exception {
    for (long pane : panes.startsBefore(baseline.firstYoung(millis))) {
      EndpointAccumulator requests = panes.take(pane);
      for (Normal normal : baseline.enter(pane)) {
        of(normal).add(baseline.blockOf(pane), requests);
      }
    }
    baseline.age(millis);
    for (Normal normal : Normal.values()) {
      for (long dropped : baseline.dropOldest(normal, millis, rules)) {
        of(normal).remove(dropped);
      }
    }
  }

  /** Does with the requests what a comparison did with the book of them. */
  void follow(Learning learning) throws Exception {
    switch (learning) {
      case GOES_ON -> {}
      case NEW_FORGOTTEN -> newBlocks.clear();
      case NEW_ACCEPTED -> blocks.replaceBy(newBlocks);
    }
  }

  /** Whether there are requests of {@code millis} or later. */
  boolean goesOn(long millis) throws Exception {
    return !panes.startsFrom(millis).isEmpty();
  }

  /** How many panes there are that will age. */
  int panesBefore(long millis) throws Exception {
    return panes.startsBefore(millis).size();
  }

  /** Forgets an endpoint that has no panes any more, or only some in the future. */
  void forget() {
    blocks.clear();
    newBlocks.clear();
    baselines.clear();
  }
}
