package io.tracemill.pipeline.alertmanager;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.pipeline.MetricScope;
import io.tracemill.pipeline.alertmanager.AlertmanagerClient.Answer;
import io.tracemill.pipeline.alertmanager.AlertmanagerClient.Outcome;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.api.common.operators.ProcessingTimeService;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Posts due alerts once a second. At most one batch is in flight, and the job does not wait for its
 * answer. After a failure the writer pauses for {@value #PAUSE_TICKS} s.
 */
final class AlertmanagerWriter implements StatefulSinkWriter<Alert, OpenAlert> {
  static final long TICK_MILLIS = 1_000;
  static final int CAPACITY = 2_000;

  private static final Logger LOG = LoggerFactory.getLogger(AlertmanagerWriter.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int PAUSE_TICKS = 10;

  private final AlertmanagerSettings settings;
  private final AlertmanagerClient client;
  private final ProcessingTimeService time;
  private final MailboxExecutor mailbox;
  private final OpenAlerts alerts;
  private ScheduledFuture<?> nextTick;
  private final Counter accepted;
  private final Counter failed;
  private final Counter refused;
  private final Counter dropped;
  private final Counter skipped;
  private boolean inFlight;

  /** Whether Alertmanager refused the last post. */
  private boolean refusing;

  /** Whether the last post got no answer. */
  private boolean failing;

  private int ticksToWait;

  AlertmanagerWriter(
      AlertmanagerSettings settings,
      AlertmanagerClient client,
      ProcessingTimeService time,
      MailboxExecutor mailbox,
      MetricGroup operator,
      Collection<OpenAlert> restored) {
    this.settings = settings;
    this.client = client;
    this.time = time;
    this.mailbox = mailbox;
    alerts = new OpenAlerts(settings, CAPACITY);
    alerts.restore(restored, now());
    MetricGroup metrics = MetricScope.of(operator);
    metrics.gauge("postsPending", () -> alerts.pending(now()));
    accepted = metrics.counter("postsAccepted");
    failed = metrics.counter("postsFailed");
    refused = metrics.counter("postsRefused");
    dropped = metrics.counter("postsDropped");
    skipped = metrics.counter("postsSkipped");
    nextTick = scheduleTick();
  }

  private long now() {
    return time.getCurrentProcessingTime();
  }

  @Override
  public void write(Alert alert, Context context) {
    switch (alerts.offer(alert, now())) {
      case TAKEN -> {}
      case STALE -> skipped.inc();
      case NO_ROOM -> dropped.inc();
    }
  }

  private ScheduledFuture<?> scheduleTick() {
    return time.registerTimer(now() + TICK_MILLIS, at -> tick());
  }

  /** Pauses are counted in ticks, so a clock that is set back does not prolong them. */
  private void tick() {
    nextTick = scheduleTick();
    dropped.inc(alerts.dropExpired(now()));
    if (ticksToWait > 0) {
      ticksToWait--;
    }
    if (ticksToWait == 0 && !inFlight) {
      post(alerts.due(now()));
    }
  }

  private void post(List<Alert> batch) {
    if (!batch.isEmpty()) {
      inFlight = true;
      var unused =
          client
              .post(body(batch))
              .thenAccept(
                  answer -> mailbox.execute(() -> answered(batch, answer), "alerts posted"));
    }
  }

  private byte[] body(List<Alert> batch) {
    long now = now();
    try {
      return JSON.writeValueAsBytes(
          batch.stream()
              .map(alert -> alert.fields(settings.labels(), now, settings.validMillis()))
              .toList());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("alerts are texts and have JSON", e);
    }
  }

  private void answered(List<Alert> batch, Answer answer) {
    inFlight = false;
    if (answer.outcome() == Outcome.UNAVAILABLE) {
      failed.inc(batch.size());
      pause(answer.text());
      return;
    }
    boolean taken = answer.outcome() == Outcome.ACCEPTED;
    (taken ? accepted : refused).inc(batch.size());
    batch.forEach(alert -> alerts.answered(alert, now()));
    if (!taken && !refusing) {
      LOG.warn(
          "Alertmanager refuses {} alerts, the first of incident {}: {}",
          batch.size(),
          batch.get(0).incident(),
          answer.text());
    } else if (failing) {
      LOG.info("Alertmanager takes alerts again");
    }
    refusing = !taken;
    failing = false;
    post(alerts.due(now()));
  }

  private void pause(String why) {
    if (!failing) {
      LOG.warn(
          "Alertmanager at {} does not take incidents; the job keeps them and tries again."
              + " Is it running, and can this host reach alertmanager.url? The answer: {}",
          settings.url(),
          why);
    }
    failing = true;
    ticksToWait = PAUSE_TICKS;
  }

  /** At the end of the job, makes one last attempt for alerts that are not posted yet. */
  @Override
  public void flush(boolean endOfInput) throws InterruptedException {
    if (endOfInput) {
      awaitAnswer();
      post(alerts.due(now()));
      awaitAnswer();
    }
  }

  private void awaitAnswer() throws InterruptedException {
    while (inFlight) {
      mailbox.yield();
    }
  }

  @Override
  public List<OpenAlert> snapshotState(long checkpointId) {
    return alerts.snapshot();
  }

  /** A running attempt ends by itself within seconds. */
  @Override
  public void close() {
    nextTick.cancel(false);
  }
}
