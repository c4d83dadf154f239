package io.tracemill.cli.screen;

import static java.util.Comparator.comparingLong;

import io.tracemill.analysis.quality.Watch;
import io.tracemill.analysis.quality.WatchState;
import io.tracemill.analysis.record.QualityRecord;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Says how far the absence of incidents means health, from the newest {@code watch} of each
 * endpoint. It leaves out an endpoint that does not report for three slides.
 *
 * @param liveMillis when the job began; it reads older traffic first; 0 if unknown
 */
record WatchedEndpoints(long liveMillis) {
  private static final int REPORTS = 3;

  /** Results that wait for a checkpoint take this long. */
  private static final long PATIENCE_MILLIS = Duration.ofSeconds(30).toMillis();

  /** A clause that says how far to trust the page at {@code nowMillis}. */
  String verdict(Collection<QualityRecord.Endpoint> reports, long nowMillis) {
    Optional<QualityRecord.Endpoint> newest =
        reports.stream().max(comparingLong(WatchedEndpoints::end));
    if (newest.isEmpty()) {
      return "it is unknown whether the job would find one";
    }
    List<QualityRecord.Endpoint> recent =
        reports.stream().filter(each -> isRecent(each, end(newest.get()))).toList();
    return lag(newest.get(), nowMillis) + states(recent);
  }

  private static long end(QualityRecord.Endpoint report) {
    return report.window().endMillis();
  }

  private static boolean isRecent(QualityRecord.Endpoint report, long newestMillis) {
    return end(report) + REPORTS * report.window().lengthMillis() >= newestMillis;
  }

  private String lag(QualityRecord.Endpoint report, long nowMillis) {
    long patience = Math.max(PATIENCE_MILLIS, REPORTS * report.window().lengthMillis());
    if (nowMillis - end(report) <= patience) {
      return "";
    }
    String newest = Wording.clock(end(report), nowMillis);
    return end(report) < liveMillis + patience
        ? "CATCHING UP with older traffic, now at %s; ".formatted(newest)
        : "BEHIND, or no traffic: no result after %s; ".formatted(newest);
  }

  private static String states(List<QualityRecord.Endpoint> all) {
    List<QualityRecord.Endpoint> learning = those(all, WatchState.LEARNING);
    List<QualityRecord.Endpoint> blind = those(all, WatchState.BLIND);
    if (learning.size() == all.size()) {
      OptionalLong until =
          learning.stream()
              .flatMap(each -> each.watch().stream())
              .flatMapToLong(watch -> watch.untilMillis().stream())
              .min();
      return "LEARNING what is normal%s: the job cannot find any yet".formatted(until(until));
    } else if (blind.size() == all.size()) {
      return "BLIND: too few requests, or too many incomplete traces or late spans";
    }
    int watching = all.size() - learning.size() - blind.size();
    return "watching %d of %s".formatted(watching, Wording.count(all.size(), "endpoint"))
        + named(learning)
        + named(blind);
  }

  private static List<QualityRecord.Endpoint> those(
      List<QualityRecord.Endpoint> all, WatchState state) {
    return all.stream()
        .filter(each -> each.watch().filter(watch -> watch.state() == state).isPresent())
        .toList();
  }

  /** {@code ; learning until 14:35: shop GET / and 3 more}; the state is the first endpoint's. */
  private static String named(List<QualityRecord.Endpoint> endpoints) {
    if (endpoints.isEmpty()) {
      return "";
    }
    QualityRecord.Endpoint first = endpoints.get(0);
    String more = endpoints.size() == 1 ? "" : " and " + (endpoints.size() - 1) + " more";
    String state = first.watch().map(WatchedEndpoints::text).orElse("");
    return "; " + state + ": " + Wording.frame(first.endpoint()) + more;
  }

  /** {@code learning until 14:35}, {@code blind (few-requests)}. */
  private static String text(Watch watch) {
    String reason = watch.reason().map(why -> " (" + why.label() + ")").orElse("");
    return watch.state().label()
        + (watch.untilMillis().isPresent() ? until(watch.untilMillis()) : reason);
  }

  private static String until(OptionalLong millis) {
    return millis.isPresent() ? " until " + Wording.minute(millis.getAsLong()) : "";
  }
}
