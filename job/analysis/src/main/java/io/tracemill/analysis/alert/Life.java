package io.tracemill.analysis.alert;

import io.tracemill.analysis.alert.Alert.Reason;
import io.tracemill.analysis.alert.Alert.Status;
import io.tracemill.analysis.mutation.Subject.Kind;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The life of a discovery: a candidate until enough newer panes say the same, then an alert until
 * as many say that it is gone (semantics 8).
 *
 * <pre>
 * discovery -> candidate --SAME x confirmations----> fires --GONE x (1 + confirmations)--> recovered
 *              dropped by GONE, or by as                   --three windows show nothing--> recovered
 *              many others as a window has                 --and all of them thin--------> no traffic
 *                                                          --it is the new normal--------> accepted
 *                                                          --no room, a small part-------> displaced
 *                                                          --not to be judged for long---> blind
 * </pre>
 *
 * <p>Panes may be too thin to say anything each. When there are as many new ones as a window has,
 * the window itself is asked, before the candidate is dropped.
 *
 * <p>THIN and BLIND do not interrupt a row of GONEs: they say nothing. UNDECIDED does.
 *
 * <p>An alert over all endpoints is compared with what was normal when it was discovered, too: its
 * endpoints learn it while it fires. It is accepted when it has fired for long and they have.
 *
 * <p>Endpoints that learn anew are BLIND. What they learn may be the fault itself, so an alert all
 * of whose endpoints did is not recovered when it ends, but relearned.
 */
final class Life {
  /** What a slide made of it. */
  enum Event {
    WAITS,
    DROPPED,
    CONFIRMED,
    UPDATED,
    RESOLVED
  }

  private final boolean rose;
  private NewBaselines baselines = new NewBaselines();
  private FrozenBefore before = new FrozenBefore();
  private LatestWindows windows = new LatestWindows();
  private Alert alert;
  private boolean firing;
  private int same;
  private int open;
  private int gone;
  private int unseen;

  private Life(Alert alert, boolean rose) {
    this.alert = alert;
    this.rose = rose;
  }

  /** A candidate. */
  static Life of(Observation first, Hearing hearing, JudgeRules rules) {
    long slideEndMillis = hearing.slideEndMillis();
    long windowMillis = first.window().lengthMillis();
    Alert alert =
        new Alert(
            Ids.ofAlert(first.question(), first.rose(), slideEndMillis),
            Status.FIRING,
            Optional.empty(),
            first.question().scope(),
            0,
            LastFound.of(first),
            first.qValue(),
            slideEndMillis - windowMillis / rules.windowSlides(),
            first.window().startMillis(),
            first.window(),
            first.baseline(),
            "");
    Life life = new Life(alert, first.rose());
    life.before.follow(first.parts(), hearing);
    return life;
  }

  /** What a further slide makes of it. */
  Event hear(Hearing hearing, JudgeRules rules) {
    Optional<Observation> seen = hearing.answerTo(alert, rose, firing);
    baselines.follow(alert, rose, seen, hearing, rules.mutations());
    before.follow(seen.map(Observation::parts).orElse(List.of()), hearing);
    if (baselines.accept(alert)) {
      return firing ? resolve(Reason.ACCEPTED) : Event.DROPPED;
    }
    Answer ofPane =
        seen.map(observation -> Answer.of(observation.trial().newest(), rose)).orElse(Answer.THIN);
    Answer ofWindow =
        seen.map(observation -> Answer.of(observation.trial().window(), rose)).orElse(Answer.THIN);
    boolean silent = ofPane == Answer.THIN && ofWindow == Answer.THIN;
    Answer answer = silent ? hearing.silenceOf(alert) : ofPane;
    if (!silent) {
      seen.ifPresent(observation -> take(observation, ofWindow));
    }
    if (!firing) {
      return asCandidate(answer, ofWindow, rules);
    }
    if (answer == Answer.BLIND && unseenMillis(hearing) >= rules.acceptMillis()) {
      return resolve(Reason.BLIND);
    }
    if (seen.isEmpty()) {
      return asAlert(answer, ofWindow, 1, hearing, rules).map(this::resolve).orElse(Event.WAITS);
    }
    if (isAccepted(seen.get(), ofWindow, hearing, rules)) {
      return resolve(Reason.ACCEPTED);
    }
    Answer sinceThen =
        before.ofWindow(ofWindow, seen.get(), alert.finding().trial(), rose, rules.mutations());
    return asAlert(
            before.ofPane(answer, seen.get(), rose, rules.mutations()),
            sinceThen,
            // What baselines have learned was more than chance when it was found.
            sinceThen == Answer.SAME && ofWindow != Answer.SAME
                ? 0
                : seen.get().trial().window().chance(rose),
            hearing,
            rules)
        .map(this::resolve)
        .orElse(Event.UPDATED);
  }

  /** For how long nothing has been said of it. */
  private long unseenMillis(Hearing hearing) {
    return hearing.slideEndMillis() - alert.window().endMillis();
  }

  /** A way that too few requests take to ask about it is no more taken, where others come. */
  private boolean isNoMoreTaken(Hearing hearing) {
    boolean isWay = rose && alert.finding().trial().subject().kind() == Kind.STRUCTURAL;
    return isWay && hearing.isWatched(alert);
  }

  /** Whether it has fired for long, and is no more to be seen since its baselines learned it. */
  private boolean isAccepted(Observation seen, Answer ofWindow, Hearing hearing, JudgeRules rules) {
    return hearing.slideEndMillis() - alert.sinceMillis() >= rules.acceptMillis()
        && (ofWindow == Answer.GONE || ofWindow == Answer.UNDECIDED)
        && before.isLearned(seen, rose, rules.mutations());
  }

  private Event asCandidate(Answer answer, Answer ofWindow, JudgeRules rules) {
    switch (answer) {
      case SAME -> {
        return seenAgain(rules);
      }
      case GONE -> {
        return Event.DROPPED;
      }
      default -> {
        open++;
        if (open < rules.windowSlides()) {
          return Event.WAITS;
        }
        // Each of its panes says too little, but by now the whole window is newer than all of it.
        return ofWindow == Answer.SAME ? seenAgain(rules) : Event.DROPPED;
      }
    }
  }

  private Event seenAgain(JudgeRules rules) {
    same++;
    open = 0;
    return same >= rules.confirmations() ? Event.CONFIRMED : Event.WAITS;
  }

  /**
   * Why it ends, if it does.
   *
   * @param chance how probable what the window shows is by chance
   */
  private Optional<Reason> asAlert(
      Answer answer, Answer ofWindow, double chance, Hearing hearing, JudgeRules rules) {
    switch (answer) {
      case SAME, UNDECIDED -> gone = 0;
      case GONE -> gone++;
      case THIN, BLIND -> {}
    }
    if (answer != Answer.BLIND) {
      unseen = answer == Answer.SAME || ofWindow == Answer.SAME ? 0 : unseen + 1;
      windows.add(ofWindow, chance, rules.windowSlides());
    }
    if (gone > rules.confirmations()) {
      return Optional.of(recovered());
    }
    if (!isQuiet(rules)) {
      return Optional.empty();
    }
    // Each of its panes says too little, but windows have requests enough, and they show nothing.
    boolean silent = gone == 0 && !windows.say(rules.windowSlides());
    return Optional.of(silent && !isNoMoreTaken(hearing) ? Reason.NO_TRAFFIC : recovered());
  }

  /** Whether three windows show nothing, nor the latest slides by themselves. */
  private boolean isQuiet(JudgeRules rules) {
    if (unseen <= rules.confirmations()) {
      return false;
    }
    return windows.say(rules.windowSlides())
        ? windows.showNothing(rules.windowSlides())
        : unseen >= LatestWindows.ASKED * rules.windowSlides();
  }

  private Reason recovered() {
    return baselines.mayHaveLearned(alert) ? Reason.RELEARNED : Reason.RECOVERED;
  }

  /** What was found stays as it was when it was last there to be seen. */
  private void take(Observation now, Answer ofWindow) {
    boolean explained = now.discovery() || !now.finding().culprits().isEmpty();
    boolean found = explained && ofWindow == Answer.SAME;
    alert = alert.seen(now.window(), now.baseline(), found ? LastFound.of(now) : alert.lastFound());
  }

  private Event resolve(Reason reason) {
    alert = alert.with(Status.RESOLVED, Optional.of(reason), alert.rank(), alert.incident());
    return Event.RESOLVED;
  }

  /** There is no room for it any more. */
  void displace() {
    resolve(Reason.DISPLACED);
  }

  /** From now on it is part of an incident. */
  void fire(String incident) {
    firing = true;
    alert = alert.with(Status.FIRING, Optional.empty(), alert.rank(), incident);
  }

  void rank(int rank) {
    alert = alert.with(alert.status(), alert.reason(), rank, alert.incident());
  }

  Alert alert() {
    return alert;
  }

  boolean isFiring() {
    return firing;
  }

  Observation.Claim claim() {
    return new Observation.Claim(Question.of(alert), rose);
  }

  void write(DataOutput out) throws IOException {
    AlertCodec.write(out, alert);
    out.writeBoolean(rose);
    out.writeBoolean(firing);
    Varint.write(out, same);
    Varint.write(out, open);
    Varint.write(out, gone);
    Varint.write(out, unseen);
    baselines.write(out);
    before.write(out);
    windows.write(out);
  }

  static Life read(DataInput in, int version) throws IOException {
    Alert alert = AlertCodec.read(in, version);
    Life life = new Life(alert, in.readBoolean());
    life.firing = in.readBoolean();
    life.same = Varint.readUpTo(in, Integer.MAX_VALUE);
    life.open = Varint.readUpTo(in, Integer.MAX_VALUE);
    life.gone = Varint.readUpTo(in, Integer.MAX_VALUE);
    life.unseen = Varint.readUpTo(in, Integer.MAX_VALUE);
    life.baselines = NewBaselines.read(in, version);
    life.before = FrozenBefore.read(in, version);
    life.windows = LatestWindows.read(in, version);
    return life;
  }
}
