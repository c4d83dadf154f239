package io.tracemill.pipeline.check;

import io.tracemill.pipeline.check.ModelFiles.Models;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Timer;
import java.util.TimerTask;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The models of a directory, read again within ten seconds of a change. All tasks of a process that
 * watch one directory share them.
 */
final class ModelWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ModelWatch.class);
  private static final long MILLIS = 10_000;

  /** Guarded by the class. */
  private static final Map<Key, ModelWatch> OPEN = new HashMap<>();

  private record Key(Path directory, long maxBytes) {}

  private final Key key;
  private final ModelFiles files;
  private final Timer timer = new Timer("anomaly-models", true);
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
    TimerTask refresh =
        new TimerTask() {
          @Override
          public void run() {
            watch.refresh();
          }
        };
    watch.timer.schedule(refresh, MILLIS, MILLIS);
    return watch;
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
        timer.cancel();
      }
    }
  }
}
