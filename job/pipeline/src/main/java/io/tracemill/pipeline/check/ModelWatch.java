package io.tracemill.pipeline.check;

import io.tracemill.pipeline.check.ModelFiles.Models;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The models of a directory, read again within ten seconds of a change. All tasks of a process that
 * watch one directory share them.
 */
final class ModelWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ModelWatch.class);
  private static final int SECONDS = 10;

  /** Guarded by the class. */
  private static final Map<Key, ModelWatch> OPEN = new HashMap<>();

  private record Key(Path directory, long maxBytes) {}

  private final Key key;
  private final ModelFiles files;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(ModelWatch::daemon);

  private Optional<ScheduledFuture<?>> refreshing = Optional.empty();
  private volatile Models models = Models.NONE;
  private int users;

  private ModelWatch(Key key) {
    this.key = key;
    this.files = new ModelFiles(key.directory(), key.maxBytes());
  }

  /** The watch of a directory, which has read its models. */
  static synchronized ModelWatch open(Path directory, long maxBytes) {
    Key key = new Key(directory.toAbsolutePath(), maxBytes);
    ModelWatch watch = OPEN.computeIfAbsent(key, ModelWatch::start);
    watch.users++;
    return watch;
  }

  private static ModelWatch start(Key key) {
    ModelWatch watch = new ModelWatch(key);
    watch.refresh();
    watch.refreshing =
        Optional.of(
            watch.thread.scheduleWithFixedDelay(
                watch::refresh, SECONDS, SECONDS, TimeUnit.SECONDS));
    return watch;
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "anomaly-models");
    thread.setDaemon(true);
    return thread;
  }

  /** Reads what has changed. */
  synchronized void refresh() {
    try {
      models = files.read();
    } catch (RuntimeException e) {
      // The job goes on with the models that it has.
      LOG.error("The models in {} cannot be read: {}", key.directory(), e.toString());
    }
  }

  /** The latest models. */
  Models models() {
    return models;
  }

  @Override
  public void close() {
    synchronized (ModelWatch.class) {
      users--;
      if (users == 0) {
        OPEN.remove(key);
        refreshing.ifPresent(schedule -> schedule.cancel(true));
        thread.shutdown();
      }
    }
  }
}
