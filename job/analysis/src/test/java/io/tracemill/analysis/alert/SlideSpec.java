package io.tracemill.analysis.alert;

import io.tracemill.analysis.change.Culprit;
import io.tracemill.analysis.change.Culprit.EdgeCulprit;
import io.tracemill.analysis.change.Culprit.FrameCulprit;
import io.tracemill.analysis.change.CulpritChange;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.mutation.EndpointSlide;
import io.tracemill.analysis.mutation.EndpointSlide.Totals;
import io.tracemill.analysis.mutation.Finding;
import io.tracemill.analysis.mutation.MutationRules;
import io.tracemill.analysis.mutation.Reading;
import io.tracemill.analysis.mutation.Side;
import io.tracemill.analysis.mutation.Subject;
import io.tracemill.analysis.mutation.Trial;
import io.tracemill.analysis.mutation.Verdict;
import io.tracemill.analysis.quality.WatchState;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.statistics.TestResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** An endpoint's slide in one line: {@code slide("shop").finds(place("db"), REJECTED, SAME, 9)}. */
final class SlideSpec {
  static final long SLIDE_MILLIS = 60_000;
  static final int WINDOW_SLIDES = 5;
  static final int ACCEPT_SLIDES = 360;
  static final long START = 1_790_000_000_000L / SLIDE_MILLIS * SLIDE_MILLIS;
  static final long MILLI = 1_000_000;

  static final Verdict REJECTED = verdict(true, 1e-8, true);
  static final Verdict SAME = verdict(true, 0.01, true);
  static final Verdict UNDECIDED = verdict(true, 0.3, true);
  static final Verdict GONE = verdict(true, 0.01, false);
  static final Verdict OTHER_WAY = verdict(false, 0.01, true);
  static final Verdict THIN = Verdict.THIN;

  private final Frame endpoint;
  private WatchState state = WatchState.WATCHING;
  private boolean known = true;
  private boolean newNormal;
  private boolean interior;
  private int newNormalSlides = WINDOW_SLIDES;
  private Totals totals = totals(100, 110);
  private double usualShare = 0.9;
  private final List<Trial> trials = new ArrayList<>();
  private final List<Finding> findings = new ArrayList<>();
  private final List<Reading> readings = new ArrayList<>();

  private SlideSpec(Frame endpoint) {
    this.endpoint = endpoint;
  }

  static SlideSpec slide(String service) {
    return new SlideSpec(frame(service));
  }

  static Frame frame(String service) {
    return Frame.of(service, "GET /" + service);
  }

  static JudgeRules rules() {
    return rules(1, 100);
  }

  static JudgeRules rules(int confirmations, int maxAlerts) {
    MutationRules mutations =
        new MutationRules(5, 0.05, MILLI, OptionalLong.empty(), true, 0.01, 100, List.of());
    return new JudgeRules(
        mutations,
        0.01,
        confirmations,
        WINDOW_SLIDES,
        0.2,
        50 * MILLI,
        ACCEPT_SLIDES * SLIDE_MILLIS,
        maxAlerts);
  }

  static long end(int slide) {
    return START + slide * SLIDE_MILLIS;
  }

  static Verdict verdict(boolean rose, double p, boolean relevant) {
    return new Verdict(rose, new TestResult(1, p, 1e-12), relevant, false);
  }

  static Subject place(String service) {
    return new Subject.PlaceTime(own(service));
  }

  static Subject call(String caller, String callee) {
    return new Subject.CallShare(frame(caller), frame(callee), 1);
  }

  static Subject category(int flow) {
    return new Subject.CategoryTime(new CallTreeSignature(flow, flow));
  }

  static Culprit own(String service) {
    return new FrameCulprit(frame(service));
  }

  static Culprit edge(String caller, String callee) {
    return new EdgeCulprit(caller, callee);
  }

  static CulpritChange by(Culprit culprit, long millis) {
    return new CulpritChange(culprit, 10 * MILLI, (10 + millis) * MILLI, millis / 100.0);
  }

  static Totals totals(long beforeMillis, long afterMillis) {
    return new Totals(
        1200,
        100,
        beforeMillis * MILLI,
        afterMillis * MILLI,
        2 * beforeMillis * MILLI,
        2 * afterMillis * MILLI,
        0.04,
        0.97);
  }

  SlideSpec is(WatchState newState) {
    state = newState;
    return newState == WatchState.LEARNING ? knowsNothing() : this;
  }

  /** There is no baseline. */
  SlideSpec knowsNothing() {
    known = false;
    return this;
  }

  /** What differed has become normal; all that differs, unless another age is said. */
  SlideSpec hasNewNormal() {
    newNormal = true;
    return this;
  }

  /** What has differed for as many slides. */
  SlideSpec hasNewNormalOf(int slides) {
    newNormalSlides = slides;
    return hasNewNormal();
  }

  /** Its requests are parts of others. */
  SlideSpec isInterior() {
    interior = true;
    return this;
  }

  SlideSpec slower(long beforeMillis, long afterMillis) {
    totals = totals(beforeMillis, afterMillis);
    return this;
  }

  SlideSpec of(Totals newTotals) {
    totals = newTotals;
    return this;
  }

  /** What is asked of it after this was the case for so many of its requests in the baseline. */
  SlideSpec usually(double share) {
    usualShare = share;
    return this;
  }

  SlideSpec tests(Subject subject, Verdict window, Verdict newest) {
    trials.add(trial(subject, window, newest));
    return this;
  }

  SlideSpec finds(Subject subject, Verdict newest, long contribution, CulpritChange... culprits) {
    return finds(subject, REJECTED, newest, contribution, culprits);
  }

  SlideSpec finds(
      Subject subject,
      Verdict window,
      Verdict newest,
      long contribution,
      CulpritChange... culprits) {
    Trial trial = trial(subject, window, newest);
    trials.add(trial);
    findings.add(
        new Finding(
            trial,
            contribution,
            Optional.empty(),
            List.of(),
            Arrays.asList(culprits),
            List.of(new Finding.Rule("payment service.version = v2", 0.9)),
            List.of(new TraceId(0, 1)),
            List.of(new TraceId(0, 2))));
    return this;
  }

  SlideSpec reads(Reading reading) {
    readings.add(reading);
    return this;
  }

  private Trial trial(Subject subject, Verdict window, Verdict newest) {
    return new Trial(
        subject,
        new Side(1100, usualShare, 10 * MILLI),
        new Side(90, 0.9, 40 * MILLI),
        window,
        newest);
  }

  EndpointSlide at(int slide) {
    Period window = new Period(end(slide - WINDOW_SLIDES), end(slide));
    return new EndpointSlide(
        endpoint,
        window,
        known ? baseline(slide) : window,
        state,
        newNormal,
        interior,
        totals,
        trials,
        findings,
        readings);
  }

  private Period baseline(int slide) {
    return newNormal
        ? new Period(end(slide - newNormalSlides), end(slide))
        : new Period(end(slide - 70), end(slide - 2 * WINDOW_SLIDES));
  }
}
