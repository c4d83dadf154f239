package io.tracemill.pipeline.alertmanager;

import static io.tracemill.pipeline.alertmanager.TestIncident.at;

import io.tracemill.pipeline.MetricScope;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.testutils.MetricListener;
import org.apache.flink.streaming.runtime.tasks.StreamTaskActionExecutor;
import org.apache.flink.streaming.runtime.tasks.TestProcessingTimeService;
import org.apache.flink.streaming.runtime.tasks.mailbox.MailboxExecutorImpl;
import org.apache.flink.streaming.runtime.tasks.mailbox.TaskMailboxImpl;

/** A writer whose clock and whose task a test moves on. */
final class Posting {
  private static final SinkWriter.Context NO_TIME =
      new SinkWriter.Context() {
        @Override
        public long currentWatermark() {
          return 0;
        }

        @Override
        public Long timestamp() {
          return 0L;
        }
      };

  private final TestProcessingTimeService clock = new TestProcessingTimeService();
  private final MailboxExecutorImpl mailbox =
      new MailboxExecutorImpl(new TaskMailboxImpl(), 0, StreamTaskActionExecutor.IMMEDIATE);
  private final MetricListener flink = new MetricListener();
  private final AlertmanagerWriter writer;

  private Posting(URI url, Duration patience, long nowMillis, List<OpenAlert> state)
      throws Exception {
    clock.setCurrentTime(nowMillis);
    AlertmanagerSettings settings = Settings.to(url);
    writer =
        new AlertmanagerWriter(
            settings,
            new AlertmanagerClient(settings.alerts(), patience),
            clock,
            mailbox,
            flink.getMetricGroup(),
            state);
  }

  /** A new one at minute 0. */
  static Posting to(URI url) throws Exception {
    return since(url, at(0), List.of());
  }

  static Posting since(URI url, long nowMillis, List<OpenAlert> state) throws Exception {
    return new Posting(url, Duration.ofSeconds(20), nowMillis, state);
  }

  static Posting impatient(URI url) throws Exception {
    return new Posting(url, Duration.ofMillis(300), at(0), List.of());
  }

  void write(TestIncident incident) {
    write(incident.alert());
  }

  void write(Alert alert) {
    writer.write(alert, NO_TIME);
  }

  /** A second goes by. */
  void tick() throws Exception {
    clock.advance(AlertmanagerWriter.TICK_MILLIS);
  }

  void setClock(long millis) throws Exception {
    clock.setCurrentTime(millis);
  }

  /** Alertmanager answers, or the writer gives up waiting. */
  void answer() throws InterruptedException {
    mailbox.yield();
  }

  /** A second goes by in which a post is answered. */
  void post() throws Exception {
    tick();
    answer();
  }

  void finish() throws InterruptedException {
    writer.flush(true);
  }

  /** What a restored writer is given, by way of its bytes. */
  List<OpenAlert> state() throws Exception {
    OpenAlertCodec codec = new OpenAlertCodec();
    List<OpenAlert> state = new ArrayList<>();
    for (OpenAlert alert : writer.snapshotState(1)) {
      state.add(codec.deserialize(codec.getVersion(), codec.serialize(alert)));
    }
    return state;
  }

  long count(String metric) {
    return flink.getCounter(MetricScope.GROUP, metric).orElseThrow().getCount();
  }

  long pending() {
    return flink.<Long>getGauge(MetricScope.GROUP, "postsPending").map(Gauge::getValue).orElse(0L);
  }
}
