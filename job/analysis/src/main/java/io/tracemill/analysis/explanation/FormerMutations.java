package io.tracemill.analysis.explanation;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.incident.Finding;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.Frame;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The mutations that an incident had while it was open, each as it was last, the newest first.
 *
 * @param findings at most {@link #MAX}
 * @param categories at most {@link #MAX}
 */
public record FormerMutations(List<Finding> findings, List<Category> categories) {
  /** How many of each are kept; beyond, the oldest are dropped. */
  public static final int MAX = 200;

  /** No mutations. */
  public static final FormerMutations NONE = new FormerMutations(List.of(), List.of());

  public FormerMutations {
    findings = List.copyOf(findings);
    categories = List.copyOf(categories);
  }

  /** A category of an explanation, without its tree and its precursors. */
  public record Category(
      Frame endpoint, Period baseline, Period window, CategoryMutation mutation) {
    private record Key(CallTreeSignature flow, CategoryMutation.Kind kind) {}

    private static Category of(Explanation explanation, CategoryMutation mutation) {
      CategoryMutation figures =
          new CategoryMutation(
              mutation.kind(),
              mutation.flow(),
              Optional.empty(),
              mutation.before(),
              mutation.after(),
              mutation.pValue(),
              mutation.contributionNanos(),
              List.of());
      return new Category(
          explanation.endpoint(), explanation.baseline(), explanation.window(), figures);
    }

    private Key key() {
      return new Key(mutation.flow(), mutation.kind());
    }
  }

  /** Those with the mutations that an incident has now. */
  public FormerMutations plus(ExplainedIncident incident) {
    return new FormerMutations(
        newest(incident.incident().findings(), findings, Finding::id),
        newest(categories(incident), categories, Category::key));
  }

  /** Those that an incident does not have now. */
  public FormerMutations minus(ExplainedIncident incident) {
    return new FormerMutations(
        others(findings, incident.incident().findings(), Finding::id),
        others(categories, categories(incident), Category::key));
  }

  private static List<Category> categories(ExplainedIncident incident) {
    return incident.explanation().stream()
        .flatMap(why -> why.mutations().stream().map(mutation -> Category.of(why, mutation)))
        .toList();
  }

  private static <K, T> List<T> newest(List<T> newer, List<T> older, Function<T, K> key) {
    Map<K, T> all = new LinkedHashMap<>();
    newer.forEach(each -> all.putIfAbsent(key.apply(each), each));
    older.forEach(each -> all.putIfAbsent(key.apply(each), each));
    return all.values().stream().limit(MAX).toList();
  }

  private static <K, T> List<T> others(List<T> all, List<T> without, Function<T, K> key) {
    List<K> known = without.stream().map(key).toList();
    return all.stream().filter(each -> !known.contains(key.apply(each))).toList();
  }
}
