package io.tracemill.analysis.mutation;

import io.tracemill.analysis.change.RequestSums;
import io.tracemill.analysis.mutation.Baseline.Shares;
import io.tracemill.analysis.mutation.Reading.Score;
import io.tracemill.analysis.mutation.Subject.CallShare;
import io.tracemill.analysis.profile.CategoryAccumulator;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.statistics.RankSum;
import io.tracemill.analysis.statistics.Tally;
import java.util.List;
import java.util.Set;

/**
 * Do more, or fewer, of the requests that have a frame make a call from it? The requests with the
 * caller are the trials, so load and what changed above cancel.
 */
final class CallShareQuestion implements ReadingQuestion {
  private static final double MILLION = 1e6;

  private final CallSubject call;
  private final Shares baseline;

  CallShareQuestion(CallSubject call, Stretch before) {
    this.call = call;
    this.baseline = new Shares(tallies(before));
  }

  private List<Tally> tallies(Stretch stretch) {
    return stretch.byBlock(
        block -> {
          long hits = count(call.makers(), block);
          return new Tally(hits, hits + count(call.others(), block));
        });
  }

  private static long count(List<CallTreeSignature> flows, EndpointAccumulator block) {
    long count = 0;
    for (CallTreeSignature flow : flows) {
      CategoryAccumulator category = block.categories().get(flow);
      count += category == null ? 0 : category.count();
    }
    return count;
  }

  @Override
  public CallShare subject() {
    return call.share();
  }

  CallSubject call() {
    return call;
  }

  @Override
  public Baseline<?> baseline() {
    return baseline;
  }

  @Override
  public Side side(Stretch stretch) {
    return Side.of(stretch.sums(call.makers()), trials(stretch));
  }

  private long trials(Stretch stretch) {
    return stretch.count(call.makers()) + stretch.count(call.others());
  }

  @Override
  public Verdict ask(Contrast contrast) {
    if (!contrast.enough(baseline.size(), trials(contrast.after()))) {
      return Verdict.THIN;
    }
    double rise = rise(contrast);
    boolean relevant =
        rise != 0
            && (Math.abs(rise) >= contrast.rules().minEffectRatio()
                || contrast.isCostly(contribution(contrast, Set.of())));
    return new Verdict(
        rise > 0,
        baseline.differs(tallies(contrast.after())),
        relevant,
        contrast.isThin(trials(contrast.after())));
  }

  boolean rose(Contrast contrast) {
    return rise(contrast) > 0;
  }

  private double rise(Contrast contrast) {
    Stretch after = contrast.after();
    return new Tally(after.count(call.makers()), trials(after)).ratio() - baseline.all().ratio();
  }

  /**
   * The requests that now make the call and did not, or the other way round, times how much longer
   * they take than the others.
   */
  @Override
  public long contribution(Contrast contrast, Set<CallTreeSignature> structural) {
    double rise = rise(contrast);
    List<CallTreeSignature> more = rise > 0 ? call.makers() : call.others();
    List<CallTreeSignature> fewer = rise > 0 ? call.others() : call.makers();
    RequestSums grown = contrast.after().sums(more);
    if (grown.isEmpty()) {
      return 0;
    }
    double requests = Math.abs(rise) * trials(contrast.after());
    return Math.round(requests * (grown.mean().doubleValue() - meanNow(fewer, contrast)));
  }

  /** Mean response time now, else before, else of all requests before. */
  private static double meanNow(List<CallTreeSignature> flows, Contrast contrast) {
    RequestSums now = contrast.after().sums(flows);
    RequestSums then = contrast.before().sums(flows);
    if (now.isEmpty() && then.isEmpty()) {
      return contrast.endpointMeanBefore();
    }
    return (now.isEmpty() ? then : now).mean().doubleValue();
  }

  @Override
  public Score score(Contrast contrast) {
    Tally now = Shares.sum(tallies(contrast.after()));
    long rise = now.trials() == 0 ? 0 : Math.round(MILLION * rise(contrast));
    RankSum ranks = baseline.score(now);
    return new Score(ranks.sum(), ranks.variance(), now.trials(), now.trials(), now.trials(), rise);
  }

  @Override
  public long requestNanos(Stretch before) {
    RequestSums makers = before.sums(call.makers());
    RequestSums others = before.sums(call.others());
    long count = makers.count() + others.count();
    return count == 0
        ? 0
        : makers.latencyNanos().add(others.latencyNanos()).longValueExact() / count;
  }
}
