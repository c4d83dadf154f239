package io.tracemill.analysis.mutation;

import io.tracemill.analysis.change.Culprit;
import io.tracemill.analysis.change.CulpritChange;
import io.tracemill.analysis.profile.CallTreeAccumulator;
import io.tracemill.analysis.profile.CategoryAccumulator;
import io.tracemill.analysis.signature.CallTreeSignature;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** How much more own time the requests of one category spend at each place. */
final class CategoryPlaces {
  private final Map<Culprit, Long> before;
  private final Map<Culprit, Long> after;
  private final double meanBefore;
  private final double rise;
  private final boolean onBothSides;

  private CategoryPlaces(
      Optional<CategoryAccumulator> before, Optional<CategoryAccumulator> after) {
    this.before = before.map(CategoryPlaces::means).orElse(Map.of());
    this.after = after.map(CategoryPlaces::means).orElse(Map.of());
    this.onBothSides = before.isPresent() && after.isPresent();
    this.meanBefore = before.map(CategoryPlaces::mean).orElse(0.0);
    this.rise = after.map(CategoryPlaces::mean).orElse(0.0) - meanBefore;
  }

  static CategoryPlaces of(CallTreeSignature flow, Contrast window) {
    return new CategoryPlaces(window.before().category(flow), window.after().category(flow));
  }

  private static double mean(CategoryAccumulator category) {
    return (double) category.latencySumNanos() / Math.max(1, category.count());
  }

  private static Map<Culprit, Long> means(CategoryAccumulator category) {
    Map<Culprit, Long> nanos = new TreeMap<>();
    CallTreeAccumulator tree = category.tree();
    for (int node = 0; node < tree.size(); node++) {
      long own = tree.exclusiveNanos(node);
      Culprit.of(tree.step(node)).ifPresent(place -> nanos.merge(place, own, Long::sum));
    }
    nanos.replaceAll((place, sum) -> sum / Math.max(1, category.count()));
    return nanos;
  }

  double meanBefore() {
    return meanBefore;
  }

  /** The change of a place that the category has in one of the cohorts; none if it is in one. */
  Optional<CulpritChange> change(Culprit place) {
    if (!onBothSides || !(before.containsKey(place) || after.containsKey(place))) {
      return Optional.empty();
    }
    long then = before.getOrDefault(place, 0L);
    long now = after.getOrDefault(place, 0L);
    return Optional.of(new CulpritChange(place, then, now, rise == 0 ? 0 : (now - then) / rise));
  }

  List<CulpritChange> changes() {
    Set<Culprit> places = new TreeSet<>(before.keySet());
    places.addAll(after.keySet());
    return places.stream().flatMap(place -> change(place).stream()).toList();
  }
}
