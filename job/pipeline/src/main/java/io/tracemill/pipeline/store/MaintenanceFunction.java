package io.tracemill.pipeline.store;

import io.tracemill.store.layout.StoredPane;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.store.retention.StoreMaintenance;
import io.tracemill.store.retention.PaneThinning;
import io.tracemill.pipeline.serialization.StateVersion;
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
 * Passes panes on. Every ten minutes of event time, it also deletes old hours of the index and
 * thins old panes. It does so in a separate thread, because thinning rewrites all panes of an hour.
 */
final class MaintenanceFunction extends ProcessFunction<StoredPane, StoredPane> {
  private static final long serialVersionUID = 1;

  private static final Logger LOG = LoggerFactory.getLogger(MaintenanceFunction.class);
  private static final long CLOSE_SECONDS = 60;
  private static final long EVERY_MILLIS = Duration.ofMinutes(10).toMillis();

  private final Path index;
  private final Duration retention;
  private final long maxBytes;
  private final ProfileLimits limits;

  private transient StoreMaintenance maintenance;
  private transient ExecutorService thread;
  private transient long nextMillis;
  private transient Future<?> running;

  /**
   * @param index directory of all lines
   * @param limits of the sums in panes
   */
  MaintenanceFunction(Path index, Duration retention, long maxBytes, ProfileLimits limits) {
    this.index = index;
    this.retention = retention;
    this.maxBytes = maxBytes;
    this.limits = limits;
  }

  @Override
  public void open(OpenContext context) {
    maintenance =
        new StoreMaintenance(
            index, retention, maxBytes, new PaneThinning(limits, StateVersion.CURRENT));
    thread =
        Executors.newSingleThreadExecutor(
            work -> {
              Thread maintaining = new Thread(work, "maintain-index");
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
      LOG.info(
          "deleted {} hours of the index, {} bytes; thinned the panes of {} hours",
          done.deletedHours().size(),
          done.deletedBytes(),
          done.thinned().size());
    } catch (IOException | RuntimeException e) {
      LOG.warn("the index was not maintained; the next attempt is in ten minutes of event time", e);
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
