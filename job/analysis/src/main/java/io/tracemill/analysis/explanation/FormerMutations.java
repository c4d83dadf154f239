package io.tracemill.analysis.explanation;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.record.MutationRecord.Change;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.Frame;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The categories that explained an incident while it was open, with their latest figures, newest
 * first.
 *
 * @param categories at most {@link #MAX}; when full, the oldest are dropped
 */
public record FormerMutations(List<Category> categories) {
  public static final int MAX = 200;
  public static final FormerMutations NONE = new FormerMutations(List.of());

  public FormerMutations {
    categories = List.copyOf(categories);
  }

  /** A category of an explanation, without its tree, precursors and steps. */
  public record Category(
      Frame endpoint, Period baseline, Period window, CategoryMutation mutation) {
    private record Key(CallTreeSignature signature, Change kind) {}

    private static Category of(Explanation explanation, CategoryMutation mutation) {
      CategoryMutation figures =
          new CategoryMutation(
              mutation.kind(),
              mutation.signature(),
              Optional.empty(),
              mutation.before(),
              mutation.after(),
              mutation.pValue(),
              mutation.contributionNanos(),
              List.of(),
              List.of());
      return new Category(
          explanation.endpoint(), explanation.baseline(), explanation.window(), figures);
    }

    private Key key() {
      return new Key(mutation.signature(), mutation.kind());
    }
  }

  /** Adds the categories that explain the incident now. */
  public FormerMutations plus(Optional<Explanation> now) {
    Map<Category.Key, Category> all = new LinkedHashMap<>();
    Stream.concat(categories(now), categories.stream())
        .forEach(category -> all.putIfAbsent(category.key(), category));
    return new FormerMutations(all.values().stream().limit(MAX).toList());
  }

  /** Removes the categories that explain the incident now. */
  public FormerMutations minus(Optional<Explanation> now) {
    Set<Category.Key> known = categories(now).map(Category::key).collect(Collectors.toSet());
    return new FormerMutations(
        categories.stream().filter(category -> !known.contains(category.key())).toList());
  }

  private static Stream<Category> categories(Optional<Explanation> now) {
    return now.stream()
        .flatMap(why -> why.mutations().stream().map(mutation -> Category.of(why, mutation)));
  }
}
