package io.tracemill.pipeline.alertmanager;

/** One alert in the {@link Outbox}, which keeps threads apart. */
final class OutboxEntry {
  /** How far its newest record has come. */
  enum Stage {
    WAITING,
    TOLD,
    REFUSED
  }

  private AlertPost post;
  private Stage stage = Stage.WAITING;
  private long sinceMillis;
  private long dueMillis;
  private long toldUntilMillis;
  private boolean everRefused;

  OutboxEntry(AlertPost post) {
    this.post = post;
  }

  /** Puts a newer record in the place of the one that is there. */
  void replace(AlertPost newer, long nowMillis) {
    post = newer;
    sinceMillis = nowMillis;
    move(Stage.WAITING, nowMillis);
  }

  void move(Stage to, long nextMillis) {
    stage = to;
    dueMillis = nextMillis;
  }

  /** Alertmanager believes it until then. */
  void told(long untilMillis) {
    toldUntilMillis = untilMillis;
  }

  /** Notes that it was refused; returns whether that is the first time. */
  boolean refuse() {
    boolean first = !everRefused;
    everRefused = true;
    return first;
  }

  /** A time further ahead than any that is ever set means that the clock was put back. */
  boolean isDue(long nowMillis) {
    return stage != Stage.REFUSED
        && (dueMillis <= nowMillis || dueMillis > nowMillis + Outbox.REPEAT_MILLIS);
  }

  AlertPost post() {
    return post;
  }

  Stage stage() {
    return stage;
  }

  /** When its newest record came. */
  long sinceMillis() {
    return sinceMillis;
  }

  /** When it is to be posted next. */
  long dueMillis() {
    return dueMillis;
  }

  OpenAlert snapshot() {
    return new OpenAlert(post, toldUntilMillis);
  }
}
