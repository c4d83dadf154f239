package io.tracemill.analysis.mutation;

import io.tracemill.analysis.mutation.Baseline.Shares;
import io.tracemill.analysis.mutation.Subject.CategoryShare;
import io.tracemill.analysis.profile.CategoryAccumulator;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.statistics.Tally;
import io.tracemill.analysis.statistics.TestResult;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/** Is a category a larger part of its endpoint's requests? One that falls may be a precursor. */
final class CategoryShareQuestion implements Question {
  private final CallTreeSignature flow;
  private final Shares baseline;

  CategoryShareQuestion(CallTreeSignature flow, Stretch before) {
    this.flow = flow;
    this.baseline = new Shares(tallies(before));
  }

  private List<Tally> tallies(Stretch stretch) {
    return stretch.byBlock(
        block -> {
          CategoryAccumulator category = block.categories().get(flow);
          return new Tally(category == null ? 0 : category.count(), block.count());
        });
  }

  @Override
  public CategoryShare subject() {
    return new CategoryShare(flow);
  }

  @Override
  public Side side(Stretch stretch) {
    return Side.of(stretch.sums(List.of(flow)), stretch.count());
  }

  @Override
  public Verdict ask(Contrast contrast) {
    Stretch after = contrast.after();
    if (!after.knows(flow) || !contrast.enough(contrast.before().count(), after.count())) {
      return Verdict.THIN;
    }
    double rise = side(after).share() - side(contrast.before()).share();
    boolean relevant =
        rise > 0 && (rise >= contrast.rules().minEffectRatio() || costsMuch(contrast));
    return new Verdict(rise > 0, test(contrast), relevant, contrast.isThin(after.count()));
  }

  private TestResult test(Contrast contrast) {
    List<Tally> tallies = tallies(contrast.after());
    OptionalLong threshold = contrast.rules().structuralThreshold();
    if (threshold.isEmpty()) {
      return baseline.rose(tallies);
    }
    double excess = Shares.sum(tallies).excessOver(baseline.all());
    return TestResult.ruled(excess, excess >= threshold.getAsLong() * contrast.partOfWindow());
  }

  /** Precursors are looked for only where there is enough to be shared out. */
  private boolean costsMuch(Contrast contrast) {
    return contrast
            .category(flow)
            .map(change -> change.requestsGained(contrast.totals()) * change.meanNow())
            .filter(most -> contrast.isCostly(Math.round(most)))
            .isPresent()
        && contrast.isCostly(contribution(contrast, Set.of()));
  }

  @Override
  public long contribution(Contrast contrast, Set<CallTreeSignature> structural) {
    return contrast
        .category(flow)
        .map(
            change ->
                Contribution.structural(change, contrast.precursors(change), contrast.totals()))
        .orElse(0L);
  }
}
