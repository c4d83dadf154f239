package io.tracemill.analysis.explanation;

import io.tracemill.analysis.anomaly.AnomalyRate;
import io.tracemill.analysis.explanation.CategoryMutation.Side;
import io.tracemill.analysis.profile.ProfileReader;
import io.tracemill.analysis.record.IncidentRecord.Requests;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.sketch.LatencySketch;
import io.tracemill.analysis.sums.CategorySums;
import io.tracemill.analysis.sums.EndpointSums;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The categories of two cohorts side by side; neither cohort is empty.
 *
 * @param before all requests before; percentiles within 1 %
 * @param after all requests after
 * @param meanBefore of all response times before, nanoseconds
 * @param meanAfter of all response times after
 * @param categories in the order of their signatures; each request is in one of them. The last one
 *     has all requests whose category has no name.
 */
record CohortPair(
    Requests before,
    Requests after,
    double meanBefore,
    double meanAfter,
    List<Category> categories) {
  private static final double P95 = 0.95;
  private static final CallTreeSignature UNNAMED = new CallTreeSignature(-1, -1);

  /**
   * One category in two cohorts; a side without requests is empty.
   *
   * @param known whether a limit hides none of its requests
   */
  record Category(
      CallTreeSignature signature, CategorySums before, CategorySums after, boolean known) {
    boolean isOnBothSides() {
      return before.count() > 0 && after.count() > 0;
    }

    /** The tree behind it; the more complete one of both sides. */
    Optional<CanonicalForm> form() {
      return before.form().isPresent() && after.form().isPresent()
          ? Optional.of(before.form().get().fuller(after.form().get()))
          : before.form().or(after::form);
    }

    /** Mean response time before, nanoseconds; if there is none, that after. */
    double meanBefore() {
      return mean(before.count() == 0 ? after : before);
    }

    /** Mean response time after, nanoseconds; if there is none, that before. */
    double meanAfter() {
      return mean(after.count() == 0 ? before : after);
    }

    private static double mean(CategorySums category) {
      return (double) category.latencySumNanos() / category.count();
    }
  }

  static CohortPair of(Cohort one, Cohort other) {
    EndpointSums before = one.requests();
    EndpointSums after = other.requests();
    CategorySums none = new EndpointSums(after.rules()).other();
    TreeSet<CallTreeSignature> signatures = new TreeSet<>(before.categories().keySet());
    signatures.addAll(after.categories().keySet());
    List<Category> categories = new ArrayList<>();
    for (CallTreeSignature signature : signatures) {
      categories.add(
          new Category(
              signature,
              before.categories().getOrDefault(signature, none),
              after.categories().getOrDefault(signature, none),
              before.knows(signature) && after.knows(signature)));
    }
    categories.add(new Category(UNNAMED, before.other(), after.other(), false));
    List<CategorySums> then = categories.stream().map(Category::before).toList();
    List<CategorySums> now = categories.stream().map(Category::after).toList();
    return new CohortPair(
        requests(then, one.anomalies()),
        requests(now, other.anomalies()),
        (double) nanos(then) / before.count(),
        (double) nanos(now) / after.count(),
        categories);
  }

  private static Requests requests(List<CategorySums> categories, AnomalyRate anomalies) {
    LatencySketch times = new LatencySketch();
    categories.forEach(category -> times.merge(category.latency()));
    return new Requests(
        times.count(),
        categories.stream().mapToLong(CategorySums::failed).sum(),
        ProfileReader.roundedMean(nanos(categories), times.count()),
        times.quantile(P95),
        Optional.of(anomalies).filter(rate -> rate.scored() > 0));
  }

  private static long nanos(List<CategorySums> categories) {
    return categories.stream().mapToLong(CategorySums::latencySumNanos).sum();
  }

  /** The categories without hidden requests: a limit must not look like a change. */
  List<Category> known() {
    return categories.stream().filter(Category::known).toList();
  }

  /**
   * The exact rise of a category's share, multiplied by the requests of both cohorts, so that rises
   * and falls can be compared.
   */
  long exactRise(Category category) {
    return category.after().count() * before.traces() - category.before().count() * after.traces();
  }

  /** The rise of a category's share. */
  double rise(Category category) {
    return exactRise(category) / ((double) before.traces() * after.traces());
  }

  Side sideBefore(Category category) {
    return side(category.before(), before.traces());
  }

  Side sideAfter(Category category) {
    return side(category.after(), after.traces());
  }

  private static Side side(CategorySums category, long all) {
    return new Side(
        category.count(),
        (double) category.count() / all,
        ProfileReader.roundedMean(category.latencySumNanos(), category.count()),
        variation(category.latency()));
  }

  /** The squared coefficient of variation, from the middles of bins. */
  private static double variation(LatencySketch latency) {
    double[] sums = new double[2];
    latency.forEachBin(
        (bin, times) -> {
          double nanos = LatencySketch.valueOf(bin);
          sums[0] += nanos * times;
          sums[1] += nanos * nanos * times;
        });
    return sums[0] == 0 ? 0 : Math.max(0, latency.count() * sums[1] / (sums[0] * sums[0]) - 1);
  }
}
