package io.tracemill.pipeline.alertmanager;

import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Posts what is in the outbox, one alert at a time, and puts back what nobody took. */
final class Poster {
  private static final Logger LOG = LoggerFactory.getLogger(Poster.class);

  private final AlertmanagerSettings settings;
  private final Outbox outbox;
  private final AlertmanagerClient client;
  private final PostJson json;
  private final PosterMetrics metrics;
  private final InstantSource clock;
  private final Backoff backoff = new Backoff();
  private long pausedUntilMillis = Long.MIN_VALUE;

  Poster(
      AlertmanagerSettings settings,
      Outbox outbox,
      AlertmanagerClient client,
      PosterMetrics metrics,
      InstantSource clock) {
    this.settings = settings;
    this.outbox = outbox;
    this.client = client;
    this.json = new PostJson(settings);
    this.metrics = metrics;
    this.clock = clock;
  }

  /**
   * Posts the next alert that is due, if Alertmanager is not to be left alone.
   *
   * @return how long there is nothing to do, milliseconds, if nothing comes in
   */
  long step() throws InterruptedException {
    long now = clock.millis();
    metrics.dropped().inc(outbox.forgetExpired(now));
    long pause = pausedUntilMillis - now;
    // A longer one than any means that the clock was put back.
    if (pause > 0 && pause <= Backoff.LONGEST_MILLIS) {
      return pause;
    }
    Optional<AlertPost> due = outbox.next(now);
    if (due.isEmpty()) {
      return outbox.millisToNext(now);
    }
    post(due.get(), now);
    return 0;
  }

  /** One last attempt for each alert that nobody has heard of, until one of them fails. */
  void finish() throws InterruptedException {
    for (AlertPost post : outbox.untold()) {
      if (!post(post, clock.millis())) {
        return;
      }
    }
  }

  /** Returns whether there is somebody who takes alerts. */
  private boolean post(AlertPost post, long now) throws InterruptedException {
    Answer answer = attempt(post, now);
    switch (answer.kind()) {
      case ACCEPTED -> {
        metrics.posted().inc();
        outbox.accepted(post, now);
      }
      case REFUSED -> {
        metrics.refused().inc();
        if (outbox.refused(post, now)) {
          LOG.warn(
              "Alertmanager refuses incident {}: {}", post.identity().incident(), answer.text());
        }
      }
      case UNAVAILABLE -> {
        metrics.failed().inc();
        leaveAlone(post, answer);
        return false;
      }
    }
    if (backoff.failing()) {
      LOG.info("Alertmanager takes alerts again");
    }
    backoff.succeeded();
    pausedUntilMillis = Long.MIN_VALUE;
    return true;
  }

  /** One that can't even be sent must not stand in the way of the others. */
  private Answer attempt(AlertPost post, long now) throws InterruptedException {
    try {
      return client.post(json.body(post, now));
    } catch (RuntimeException e) {
      return Answer.unavailable(e.toString());
    }
  }

  private void leaveAlone(AlertPost post, Answer answer) {
    if (!backoff.failing()) {
      LOG.warn(
          "Alertmanager at {} can't be told of incidents; they are kept, and tried again. Is it"
              + " running, and is alertmanager.url what this host can reach? It says: {}",
          settings.url(),
          answer.text());
    }
    pausedUntilMillis = clock.millis() + backoff.failed();
    outbox.postpone(post, pausedUntilMillis);
  }
}
