package io.tracemill.pipeline.webhook;

import io.tracemill.analysis.explanation.ExplainedIncident;
import io.tracemill.pipeline.MetricScope;
import io.tracemill.pipeline.post.PostClient;
import io.tracemill.pipeline.post.PostClient.Answer;
import io.tracemill.pipeline.serialization.SmileCodec;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Sends one message a second at most, in order; the job does not wait for the answer. After a
 * failure it waits 2, 4, 8 and up to 64 seconds, or as long as the receiver asks for. A message
 * that fails for the maximal age of a pane gives way to the next one. A restart repeats messages
 * since the checkpoint, with the same ids.
 */
public final class WebhookOperator extends AbstractStreamOperator<Void>
    implements OneInputStreamOperator<Notice, Void> {
  static final long TICK_MILLIS = 1_000;

  private static final long serialVersionUID = 1;
  private static final int MAX_DOUBLINGS = 6;
  private static final int MAX_PAUSE_TICKS = 600;

  /** Two of the longest panes: an incident that goes on has a notice after each. */
  private static final long LEAST_SILENCE_MILLIS = 600_000;

  /** Client errors that pass by themselves: too slow, too early, too many requests. */
  private static final Set<Integer> PASSING = Set.of(408, 425, 429);

  private final WebhookSettings settings;

  /** The messages that wait, a few kB each; replaced at every checkpoint. */
  private transient ListState<Message> pending;

  /** What the receiver knows of open incidents, a few kB each; replaced at every checkpoint. */
  private transient ListState<Outbox.Told> open;

  private transient Outbox outbox;
  private transient boolean inFlight;
  private transient CompletableFuture<Answer> answer;
  private transient Answer last;
  private transient int failures;

  /** Since the first failure of the message that is next. */
  private transient int failingTicks;

  /** Until the next post. */
  private transient int ticksToWait;

  private transient PostClient client;
  private transient Counter accepted;
  private transient Counter failed;
  private transient Counter refused;
  private transient Counter dropped;
  private transient Counter skipped;

  WebhookOperator(WebhookSettings settings) {
    this.settings = settings;
  }

  /**
   * Tells of the incidents.
   *
   * @param traceLink template of links to traces; empty for none
   */
  public static void tell(
      DataStream<ExplainedIncident> incidents, WebhookSettings settings, String traceLink) {
    incidents
        .filter(each -> each.incident().severity().compareTo(settings.least()) <= 0)
        .name("incidents for the webhook")
        .map(incident -> Notice.of(incident, traceLink))
        .returns(SmileCodec.typeOf(Notice.class))
        .name("encode notices")
        .uid("encode-notices")
        .transform("webhook: Writer", Types.VOID, new WebhookOperator(settings))
        // In a chain of one task it would have the chain's greatest parallelism in a savepoint.
        .startNewChain()
        .setParallelism(1)
        .setMaxParallelism(1)
        .uid("webhook");
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    OperatorStateStore store = context.getOperatorStateStore();
    pending =
        store.getListState(
            new ListStateDescriptor<>("pending-messages", SmileCodec.typeOf(Message.class)));
    open =
        store.getListState(
            new ListStateDescriptor<>("told-incidents", SmileCodec.typeOf(Outbox.Told.class)));
    outbox = new Outbox();
    outbox.restore(open.get(), pending.get());
  }

  @Override
  public void open() throws Exception {
    super.open();
    MetricGroup metrics = MetricScope.of(getMetricGroup());
    metrics.gauge("webhookPending", outbox::size);
    accepted = metrics.counter("webhookAccepted");
    failed = metrics.counter("webhookFailed");
    refused = metrics.counter("webhookRefused");
    dropped = metrics.counter("webhookDropped");
    skipped = metrics.counter("webhookSkipped");
    client = new PostClient(settings.url());
    last = Answer.NONE_YET;
    answer = CompletableFuture.completedFuture(last);
    var unused =
        getProcessingTimeService().scheduleWithFixedDelay(at -> tick(), TICK_MILLIS, TICK_MILLIS);
  }

  private long now() {
    return getProcessingTimeService().getCurrentProcessingTime();
  }

  @Override
  public void processElement(StreamRecord<Notice> element) {
    Notice notice = element.getValue();
    switch (outbox.take(notice, notice.endMillis() >= now() - settings.maxAgeMillis())) {
      case TOO_OLD -> skipped.inc();
      case NO_ROOM -> dropped.inc();
      case QUEUED, NOTHING_NEW -> {}
    }
  }

  /** What the judge tells of no more is over; the end of the job ends nothing. */
  @Override
  public void processWatermark(Watermark mark) throws Exception {
    if (!mark.equals(Watermark.MAX_WATERMARK)) {
      outbox.endThoseBefore(
          mark.getTimestamp() - Math.max(settings.maxAgeMillis(), LEAST_SILENCE_MILLIS));
    }
    super.processWatermark(mark);
  }

  private void tick() {
    ticksToWait = Math.max(0, ticksToWait - 1);
    failingTicks = failures == 0 ? 0 : failingTicks + 1;
    if (answer.isDone()) {
      awaitAnswer();
      if (ticksToWait == 0) {
        outbox.next().ifPresent(this::post);
      }
    }
  }

  private void post(Message message) {
    String body = new Payload(message, settings).json();
    Map<String, String> headers = new HashMap<>(Map.of("Tracemill-Id", message.id()));
    if (!settings.key().isEmpty() && settings.format() != WebhookFormat.PAGERDUTY) {
      headers.put(Signature.HEADER, Signature.of(settings.key(), now() / 1_000, body));
    }
    inFlight = true;
    answer = client.post(body, headers);
  }

  /** Takes the answer to the post in flight, if there is one. */
  void awaitAnswer() {
    if (!inFlight) {
      return;
    }
    inFlight = false;
    Answer given = answer.join();
    if (given.status() != last.status()) {
      LOG.warn(
          "{} now answers with status {} (0: not at all; 3xx: redirects are not followed): {}",
          settings,
          given.status(),
          given.text());
    }
    last = given;
    if (given.accepted() || isRefusal(given)) {
      (given.accepted() ? accepted : refused).inc();
      removeNext();
    } else {
      failed.inc();
      failures = Math.min(failures + 1, MAX_DOUBLINGS);
      ticksToWait = Math.min(MAX_PAUSE_TICKS, Math.max(1 << failures, given.retryAfterSeconds()));
      if (failingTicks * TICK_MILLIS >= settings.maxAgeMillis()) {
        dropped.inc();
        removeNext();
      }
    }
  }

  private void removeNext() {
    failures = 0;
    failingTicks = 0;
    outbox.removeNext();
  }

  /** Whether the same request would be refused, or redirected, again. */
  private static boolean isRefusal(Answer answer) {
    int kind = answer.status() / 100;
    return kind == 3 || (kind == 4 && !PASSING.contains(answer.status()));
  }

  /** At the end of the job, sends what waits, until a message fails. */
  @Override
  public void finish() throws Exception {
    awaitAnswer();
    boolean sends = true;
    while (sends && outbox.next().isPresent()) {
      outbox.next().ifPresent(this::post);
      awaitAnswer();
      sends = failures == 0;
    }
    super.finish();
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    pending.update(outbox.pending());
    open.update(outbox.open());
  }
}
