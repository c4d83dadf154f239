package io.tracemill.analysis.mutation;

import io.tracemill.analysis.change.Culprit;
import io.tracemill.analysis.change.CulpritChange;
import io.tracemill.analysis.mutation.Baseline.Times;
import io.tracemill.analysis.mutation.Reading.Score;
import io.tracemill.analysis.mutation.Subject.PlaceTime;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.statistics.BinnedSample;
import io.tracemill.analysis.statistics.RankSum;
import java.util.List;
import java.util.Set;

/**
 * Do requests spend more of their own time at a place? Of the times of those that have it, over all
 * categories; whether it matters is for all requests of the endpoint.
 */
final class PlaceTimeQuestion implements ReadingQuestion {
  private final Culprit place;
  private final Times baseline;

  PlaceTimeQuestion(Culprit place, Stretch before) {
    this.place = place;
    this.baseline = new Times(before.ownTimes(place));
  }

  @Override
  public PlaceTime subject() {
    return new PlaceTime(place);
  }

  @Override
  public Baseline<?> baseline() {
    return baseline;
  }

  @Override
  public Side side(Stretch stretch) {
    long traces = stretch.requestsWith(place);
    long requests = stretch.count();
    return new Side(
        traces,
        requests,
        requests == 0 ? 0 : (double) traces / requests,
        Math.round(stretch.ownMeanNanos(place)));
  }

  /** Requests are counted, which can have the place on several call paths, with a value each. */
  @Override
  public Verdict ask(Contrast contrast) {
    long requests = contrast.after().requestsWith(place);
    if (!contrast.enough(contrast.before().requestsWith(place), requests)) {
      return Verdict.THIN;
    }
    List<BinnedSample> times = contrast.after().ownTimes(place);
    long rise = rise(contrast);
    boolean matters = contrast.matters((double) rise, contrast.endpointMeanBefore());
    return new Verdict(
        rise > 0,
        matters ? baseline.test(times, rise > 0) : baseline.untested(times),
        matters,
        contrast.isThin(requests));
  }

  /** By how much its time per request rose, but for what a limit may have hidden. */
  private long rise(Contrast contrast) {
    return contrast.culprit(place).map(CulpritChange::nanos).orElse(0L);
  }

  @Override
  public long contribution(Contrast contrast, Set<CallTreeSignature> structural) {
    return rise(contrast) * contrast.after().count();
  }

  @Override
  public Score score(Contrast contrast) {
    Stretch after = contrast.after();
    BinnedSample times = BinnedSample.pooled(after.ownTimes(place));
    RankSum ranks = baseline.score(times);
    return new Score(
        ranks.sum(),
        ranks.variance(),
        times.size(),
        after.requestsWith(place),
        after.count(),
        rise(contrast));
  }

  @Override
  public long requestNanos(Stretch before) {
    return before.count() == 0 ? 0 : Math.round(before.sums().mean().doubleValue());
  }
}
