package io.tracemill.pipeline.alertmanager;

import java.io.Serializable;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands still until it is set; it starts at minute 0. */
final class SetClock implements InstantSource, Serializable {
  private static final long serialVersionUID = 1;

  private final AtomicLong millis = new AtomicLong(TestIncident.at(0));

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(millis.get());
  }

  void set(long atMillis) {
    millis.set(atMillis);
  }

  void advance(long byMillis) {
    millis.addAndGet(byMillis);
  }
}
