package io.tracemill.pipeline.store;

import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.sums.SumRules;
import io.tracemill.store.layout.StoredPane;
import io.tracemill.store.retention.PaneThinning;
import io.tracemill.store.retention.StoreMaintenance;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes panes on. Every two minutes of event time, it also merges files of the store, deletes old
 * hours and thins old panes. It does so in a separate thread, because that takes seconds.
 */
final class MaintenanceFunction extends ProcessFunction<StoredPane, StoredPane> {
  private static final long serialVersionUID = 1;

  private static final Logger LOG = LoggerFactory.getLogger(MaintenanceFunction.class);
  private static final long CLOSE_SECONDS = 60;
  private static final long EVERY_MILLIS = Duration.ofMinutes(2).toMillis();

  private final Path line;
  private final ReplayRules rules;
  private final StoreMaintenance.Limits keep;
  private final SumRules limits;

  private transient StoreMaintenance maintenance;
  private transient ExecutorService thread;
  private transient long nextMillis;
  private transient Future<?> running;

  /**
   * @param line that the job writes
   * @param keep what the store keeps
   * @param limits of the sums in panes
   */
  MaintenanceFunction(Path line, ReplayRules rules, StoreMaintenance.Limits keep, SumRules limits) {
    this.line = line;
    this.rules = rules;
    this.keep = keep;
    this.limits = limits;
  }

  @Override
  public void open(OpenContext context) {
    maintenance = new StoreMaintenance(line, rules, keep, new PaneThinning(limits));
    thread =
        Executors.newSingleThreadExecutor(
            work -> {
              Thread maintaining = new Thread(work, "maintain-store");
              maintaining.setDaemon(true);
              return maintaining;
            });
    nextMillis = Long.MIN_VALUE;
    running = CompletableFuture.completedFuture(null);
  }

  @Override
  public void processElement(StoredPane pane, Context context, Collector<StoredPane> out) {
    out.collect(pane);
    long now = context.timerService().currentWatermark();
    if (now >= nextMillis && now != Long.MIN_VALUE && now != Long.MAX_VALUE && running.isDone()) {
      nextMillis = now + EVERY_MILLIS;
      running = thread.submit(() -> maintain(now));
    }
  }

  private void maintain(long nowMillis) {
    try {
      StoreMaintenance.Done done = maintenance.run(nowMillis);
      if (!done.deleted().isEmpty() || !done.thinned().isEmpty()) {
        LOG.info(
            "deleted {} hours of tables of the store; thinned the panes of {} hours",
            done.deleted().size(),
            done.thinned().size());
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("the store was not maintained; the next attempt is in two minutes of event time", e);
    }
  }

  /** Waits, or the next attempt of the task could write the same files. */
  @Override
  public void close() throws InterruptedException {
    if (thread != null) {
      thread.shutdown();
      thread.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
    }
  }
}
