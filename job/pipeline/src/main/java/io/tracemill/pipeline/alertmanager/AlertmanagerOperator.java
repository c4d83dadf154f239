package io.tracemill.pipeline.alertmanager;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.analysis.explanation.ExplainedIncident;
import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.pipeline.MetricScope;
import io.tracemill.pipeline.post.PostClient;
import io.tracemill.pipeline.post.PostClient.Answer;
import io.tracemill.pipeline.serialization.SmileCodec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Posts all open alerts together, within a second after a pane and once a minute, as Prometheus
 * does. The job does not wait for the answer. This operator is one task, which knows the newest
 * alert of each incident.
 *
 * <p>An alert opens only if its pane is recent. An open alert takes every newer version, however
 * late the job is: Alertmanager knows the alert and must learn of its end. A restart forgets an
 * alert whose latest pane is not recent, as it may have ended long ago.
 */
public final class AlertmanagerOperator extends AbstractStreamOperator<Void>
    implements OneInputStreamOperator<Alert, Void> {
  static final int CAPACITY = 2_000;
  static final long TICK_MILLIS = 1_000;

  private static final long serialVersionUID = 1;
  private static final int REPEAT_TICKS = 60;
  private static final int PAUSE_TICKS = 10;

  /** The same request would be refused again: it is invalid, or too large. */
  private static final Set<Integer> REFUSALS = Set.of(400, 413, 422);

  private static final ObjectMapper JSON = new ObjectMapper();

  private final AlertmanagerSettings settings;

  /** The alerts, a few kB each; replaced at every checkpoint. */
  private transient ListState<Alert> state;

  /** By its labels, the newest version of each alert that is open or whose end is not posted. */
  private transient Map<Map<String, String>, Alert> alerts;

  /** Those in flight; empty for none. */
  private transient List<Alert> posted;

  private transient CompletableFuture<Answer> answer;
  private transient Answer last;

  /** Until the next post. A clock that is set back does not prolong it. */
  private transient int ticksToWait;

  private transient PostClient client;
  private transient Counter accepted;
  private transient Counter failed;
  private transient Counter refused;
  private transient Counter dropped;
  private transient Counter skipped;

  AlertmanagerOperator(AlertmanagerSettings settings) {
    this.settings = settings;
  }

  /** Posts the pages and tickets among the incidents. */
  public static void post(DataStream<ExplainedIncident> incidents, AlertmanagerSettings settings) {
    incidents
        .filter(incident -> incident.incident().severity() != Severity.INFO)
        .name("pages and tickets")
        .map(incident -> Alert.of(incident, settings))
        .returns(SmileCodec.typeOf(Alert.class))
        .name("encode alerts")
        .uid("encode-alerts")
        .transform("alertmanager: Writer", Types.VOID, new AlertmanagerOperator(settings))
        // In a chain of one task it would have the chain's greatest parallelism in a savepoint.
        .startNewChain()
        .setParallelism(1)
        .setMaxParallelism(1)
        .uid("alertmanager");
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    state =
        context
            .getOperatorStateStore()
            .getListState(new ListStateDescriptor<>("open-alerts", SmileCodec.typeOf(Alert.class)));
    alerts = new LinkedHashMap<>();
    for (Alert alert : state.get()) {
      if (isRecent(alert)) {
        alerts.put(alert.labels(), alert);
      }
    }
  }

  @Override
  public void open() throws Exception {
    super.open();
    MetricGroup metrics = MetricScope.of(getMetricGroup());
    metrics.gauge("postsPending", this::pending);
    accepted = metrics.counter("postsAccepted");
    failed = metrics.counter("postsFailed");
    refused = metrics.counter("postsRefused");
    dropped = metrics.counter("postsDropped");
    skipped = metrics.counter("postsSkipped");
    client = new PostClient(settings.alerts());
    posted = List.of();
    last = Answer.NONE_YET;
    answer = CompletableFuture.completedFuture(last);
    var unused =
        getProcessingTimeService().scheduleWithFixedDelay(at -> tick(), TICK_MILLIS, TICK_MILLIS);
  }

  private int pending() {
    return ticksToWait == 0 || failed(last) ? alerts.size() : 0;
  }

  /** Whether the same request may be accepted later. */
  private static boolean failed(Answer answer) {
    return !answer.accepted() && !REFUSALS.contains(answer.status());
  }

  private long now() {
    return getProcessingTimeService().getCurrentProcessingTime();
  }

  private boolean isRecent(Alert alert) {
    return alert.endMillis() >= now() - settings.maxAgeMillis();
  }

  @Override
  public void processElement(StreamRecord<Alert> element) {
    Alert alert = element.getValue();
    Optional<Alert> open = alerts.values().stream().filter(alert::continues).findFirst();
    if (open.isEmpty() && alert.muted()) {
      return;
    }
    if (open.isEmpty() && !isRecent(alert)) {
      skipped.inc();
    } else if (open.isEmpty() && alerts.size() >= CAPACITY) {
      dropped.inc();
    } else {
      // When a ticket becomes a page, the ticket's alert ends.
      open.ifPresent(older -> alerts.put(older.labels(), older.ended(alert.endMillis())));
      Alert newest = open.map(alert::named).orElse(alert);
      alerts.put(newest.labels(), newest);
      ticksToWait = Math.min(ticksToWait, failed(last) ? PAUSE_TICKS : 0);
    }
  }

  private void tick() {
    ticksToWait = Math.max(0, ticksToWait - 1);
    if (answer.isDone()) {
      awaitAnswer();
      if (ticksToWait == 0) {
        post();
      }
    }
  }

  private void post() {
    posted = List.copyOf(alerts.values());
    if (!posted.isEmpty()) {
      ticksToWait = REPEAT_TICKS;
      long now = now();
      List<?> fields = posted.stream().map(alert -> alert.fields(now)).toList();
      answer = client.post(JSON.valueToTree(fields).toString(), Map.of());
    }
  }

  /** Takes the answer to the post in flight, if there is one. */
  void awaitAnswer() {
    if (posted.isEmpty()) {
      return;
    }
    Answer given = answer.join();
    if (given.status() != last.status()) {
      LOG.warn(
          "Alertmanager at {} now answers with status {} (0: not at all; the job tries again): {}",
          settings.url(),
          given.status(),
          given.text());
    }
    last = given;
    (failed(given) ? failed : given.accepted() ? accepted : refused).inc(posted.size());
    if (failed(given)) {
      ticksToWait = PAUSE_TICKS;
    } else {
      alerts.values().removeIf(alert -> !alert.firing() && posted.contains(alert));
    }
    posted = List.of();
  }

  /** At the end of the job, makes one last attempt for alerts that are not posted yet. */
  @Override
  public void finish() throws Exception {
    awaitAnswer();
    if (pending() > 0) {
      post();
      awaitAnswer();
    }
    super.finish();
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    state.update(List.copyOf(alerts.values()));
  }
}
