package io.tracemill.analysis.mutation;

import io.tracemill.analysis.mutation.Subject.CallShare;
import io.tracemill.analysis.mutation.Subject.CategoryShare;
import io.tracemill.analysis.signature.CallTreeSignature;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What was found in an endpoint, the most expensive first.
 *
 * @param all the questions whose answer may be worth an alert
 * @param structural the categories that are a larger part than before
 */
record Found(Contrast window, List<Costly> all, Set<CallTreeSignature> structural) {
  /** One of them, and what it costs the window's requests together. */
  record Costly(Asked asked, long nanos) {}

  static Found of(Contrast window, List<Asked> asked) {
    List<Asked> found = asked.stream().filter(Asked::found).toList();
    Set<CallTreeSignature> structural =
        found.stream()
            .filter(one -> one.subject() instanceof CategoryShare)
            .flatMap(one -> one.flow().stream())
            .collect(Collectors.toSet());
    List<Costly> all =
        found.stream()
            .map(one -> new Costly(one, one.question().contribution(window, structural)))
            .sorted((one, other) -> Long.compare(other.nanos, one.nanos))
            .toList();
    return new Found(window, all, structural);
  }

  Stream<Costly> categoriesThatGrew() {
    return all.stream().filter(one -> one.asked.subject() instanceof CategoryShare);
  }

  Stream<Costly> calls() {
    return all.stream().filter(one -> one.asked.subject() instanceof CallShare);
  }

  /**
   * What changes of structure cost. Categories share it out; a call that was found is in several of
   * them.
   */
  long structuralNanos() {
    long categories = categoriesThatGrew().mapToLong(one -> Math.max(0, one.nanos)).sum();
    return Math.max(categories, calls().mapToLong(Costly::nanos).max().orElse(0));
  }
}
