package io.tracemill.cli.screen;

import io.tracemill.analysis.quality.Watch;
import io.tracemill.analysis.quality.WatchState;
import io.tracemill.analysis.record.QualityRecord;
import io.tracemill.analysis.span.Frame;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Says how far the absence of incidents means health, from the newest {@code watch} of each
 * endpoint. It leaves out an endpoint that does not report for three slides.
 */
final class WatchedEndpoints {
  private static final int REPORTS = 3;

  /** Results that wait for a checkpoint take this long. */
  private static final long PATIENCE_MILLIS = Duration.ofSeconds(30).toMillis();

  private final long liveMillis;

  /** An endpoint and its watch. */
  private record Watched(Frame endpoint, Watch watch) {
    /** {@code learning until 14:35}, {@code blind (few-requests)}. */
    String text() {
      OptionalLong until = watch.untilMillis();
      String why =
          until.isPresent()
              ? " until " + Wording.minute(until.getAsLong())
              : watch.reason().map(reason -> " (" + reason.label() + ")").orElse("");
      return watch.state().label() + why;
    }
  }

  /**
   * @param liveMillis when the job began; it reads older traffic first; 0 if unknown
   */
  WatchedEndpoints(long liveMillis) {
    this.liveMillis = liveMillis;
  }

  /** A clause that says how far to trust the page at {@code nowMillis}. */
  String verdict(Map<Frame, QualityRecord.Endpoint> reports, long nowMillis) {
    Optional<QualityRecord.Endpoint> newest =
        reports.values().stream()
            .max((a, b) -> Long.compare(a.window().endMillis(), b.window().endMillis()));
    return newest
        .map(
            report ->
                lag(report, nowMillis)
                    + states(
                        reports.values().stream()
                            .filter(each -> isRecent(each, report.window().endMillis()))
                            .flatMap(WatchedEndpoints::watched)
                            .toList()))
        .orElse("it is unknown whether the job would find one");
  }

  private static Stream<Watched> watched(QualityRecord.Endpoint report) {
    return report.watch().stream().map(watch -> new Watched(report.endpoint(), watch));
  }

  private static boolean isRecent(QualityRecord.Endpoint report, long newestMillis) {
    return report.window().endMillis() + REPORTS * report.window().lengthMillis() >= newestMillis;
  }

  private String lag(QualityRecord.Endpoint report, long nowMillis) {
    long newestMillis = report.window().endMillis();
    long patience = Math.max(PATIENCE_MILLIS, REPORTS * report.window().lengthMillis());
    if (nowMillis - newestMillis <= patience) {
      return "";
    }
    String newest = Wording.clock(newestMillis, nowMillis);
    return newestMillis < liveMillis + patience
        ? "CATCHING UP with older traffic, now at %s; ".formatted(newest)
        : "BEHIND, or no traffic: no result after %s; ".formatted(newest);
  }

  private static String states(List<Watched> all) {
    List<Watched> learning = those(all, WatchState.LEARNING);
    List<Watched> blind = those(all, WatchState.BLIND);
    if (learning.size() == all.size()) {
      String until =
          all.stream()
              .flatMap(each -> each.watch().untilMillis().stream().boxed())
              .min(Long::compare)
              .map(millis -> " until " + Wording.minute(millis))
              .orElse("");
      return "LEARNING what is normal%s: the job cannot find any yet".formatted(until);
    } else if (blind.size() == all.size()) {
      return "BLIND: too few requests, or too many incomplete traces or late spans";
    }
    String watching =
        "watching %d of %s"
            .formatted(
                all.size() - learning.size() - blind.size(), Wording.count(all.size(), "endpoint"));
    return watching + named(learning) + named(blind);
  }

  private static List<Watched> those(List<Watched> all, WatchState state) {
    return all.stream().filter(each -> each.watch().state() == state).toList();
  }

  /**
   * {@code ; learning until 14:35: shop GET / and 3 more}, with the state of the first endpoint.
   */
  private static String named(List<Watched> endpoints) {
    if (endpoints.isEmpty()) {
      return "";
    }
    Watched first = endpoints.get(0);
    String more = endpoints.size() == 1 ? "" : " and " + (endpoints.size() - 1) + " more";
    return "; " + first.text() + ": " + Wording.frame(first.endpoint()) + more;
  }
}
