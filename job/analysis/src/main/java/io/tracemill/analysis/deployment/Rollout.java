package io.tracemill.analysis.deployment;

import io.tracemill.analysis.deployment.Deployment.Verdict;
import io.tracemill.analysis.deployment.SideBySide.Stratum;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A deployment that goes on.
 *
 * @param weightAfter recent requests with the new value; each pane counts half as much as the next
 * @param weight all recent requests of the service, likewise
 * @param compared requests since the pane after the first, in which a new process is still cold
 * @param publishedShare the share in its newest record
 */
public record Rollout(
    String before,
    String after,
    long sinceMillis,
    double weightAfter,
    double weight,
    SideBySide compared,
    Optional<Verdict> verdict,
    double publishedShare) {
  /** It ends after this time at the latest. */
  static final long LONGEST_MILLIS = 3_600_000;

  /** A share that changes by this much is news. */
  private static final double NEWS = 0.1;

  /** A stratum of one pane. */
  private record Like(Frame endpoint, int calls) {}

  static Rollout begin(String before, String after, long sinceMillis) {
    return new Rollout(
        before, after, sinceMillis, 0, 0, SideBySide.NONE, Optional.empty(), Double.NaN);
  }

  double share() {
    return weight > 0 ? Math.min(1, weightAfter / weight) : 0;
  }

  /** The same after another pane. */
  Rollout after(List<Seen> pane, long startMillis, long endMillis, boolean ended) {
    double with = Seen.weight(pane.stream().filter(each -> each.carries(after)));
    SideBySide more = startMillis > sinceMillis ? compared.plus(strata(pane)) : compared;
    boolean judges = verdict.isEmpty() && more.suffices();
    Optional<Verdict> found = judges ? Optional.of(more.verdict(endMillis)) : verdict;
    if (found.isEmpty() && ended) {
      found = Optional.of(more.tooFew(endMillis));
    }
    return new Rollout(
        before,
        after,
        sinceMillis,
        pane.isEmpty() ? weightAfter : weightAfter / 2 + with,
        pane.isEmpty() ? weight : weight / 2 + Seen.weight(pane.stream()),
        more,
        found,
        publishedShare);
  }

  private Collection<Stratum> strata(List<Seen> pane) {
    Map<Like, List<Seen>> alike = new LinkedHashMap<>();
    for (Seen each : pane) {
      if (each.uniform() && (each.only(before) || each.only(after))) {
        Like like = new Like(each.endpoint(), each.part().calls());
        alike.computeIfAbsent(like, added -> new ArrayList<>()).add(each);
      }
    }
    return alike.values().stream()
        .map(this::stratum)
        .filter(each -> each.before().length > 0 && each.after().length > 0)
        .toList();
  }

  private Stratum stratum(List<Seen> alike) {
    return new Stratum(
        nanos(alike, before), nanos(alike, after), failed(alike, before), failed(alike, after));
  }

  private static Stream<Seen> only(List<Seen> all, String value) {
    return all.stream().filter(each -> each.only(value));
  }

  private static long[] nanos(List<Seen> all, String value) {
    return only(all, value).mapToLong(each -> each.part().nanos()).toArray();
  }

  private static int failed(List<Seen> all, String value) {
    return (int) only(all, value).filter(each -> each.part().failed()).count();
  }

  /** Whether its share has changed much since its newest record. */
  boolean moved() {
    return !(Math.abs(share() - publishedShare) < NEWS);
  }

  Rollout published() {
    return new Rollout(before, after, sinceMillis, weightAfter, weight, compared, verdict, share());
  }

  Deployment record(String service, String attribute, long judgedMillis, boolean ended) {
    return new Deployment(
        service, attribute, before, after, sinceMillis, judgedMillis, share(), ended, verdict);
  }
}
