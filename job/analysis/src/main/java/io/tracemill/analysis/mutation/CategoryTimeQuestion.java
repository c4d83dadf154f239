package io.tracemill.analysis.mutation;

import io.tracemill.analysis.mutation.Baseline.Times;
import io.tracemill.analysis.mutation.Subject.CategoryTime;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.statistics.BinnedSample;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Do the requests of a category take longer? */
final class CategoryTimeQuestion implements Question {
  private final CallTreeSignature flow;
  private final Times baseline;

  CategoryTimeQuestion(CallTreeSignature flow, Stretch before) {
    this.flow = flow;
    this.baseline = new Times(before.responseTimes(flow));
  }

  @Override
  public CategoryTime subject() {
    return new CategoryTime(flow);
  }

  @Override
  public Side side(Stretch stretch) {
    return Side.of(stretch.sums(List.of(flow)), stretch.count());
  }

  @Override
  public Verdict ask(Contrast contrast) {
    Optional<CategoryChange> known = contrast.category(flow);
    if (known.isEmpty()
        || !contrast.enough(known.get().before().count(), known.get().after().count())) {
      return Verdict.THIN;
    }
    double before = known.get().meanBefore();
    double rise = known.get().meanNow() - before;
    boolean matters = contrast.matters(rise, before);
    List<BinnedSample> times = contrast.after().responseTimes(flow);
    return new Verdict(
        rise > 0,
        matters ? baseline.test(times, rise > 0) : baseline.untested(times),
        matters,
        contrast.isThin(known.get().after().count()));
  }

  @Override
  public long contribution(Contrast contrast, Set<CallTreeSignature> structural) {
    return contrast
        .category(flow)
        .map(
            change ->
                Contribution.responseTime(change, structural.contains(flow), contrast.totals()))
        .orElse(0L);
  }
}
