package io.tracemill.cli.watch;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.analysis.anomaly.Anomaly;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.deployment.Deployment;
import io.tracemill.analysis.record.AnomalyRecord;
import io.tracemill.analysis.record.CallPath;
import io.tracemill.analysis.record.ChangeRecord;
import io.tracemill.analysis.record.Dependency;
import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.record.EndpointProfile.Latency;
import io.tracemill.analysis.record.Hotspot;
import io.tracemill.analysis.record.IncidentRecord;
import io.tracemill.analysis.record.KeepRecord;
import io.tracemill.analysis.record.LateSpanRecord;
import io.tracemill.analysis.record.MutationRecord;
import io.tracemill.analysis.record.QualityRecord;
import io.tracemill.analysis.record.StreamRecord;
import io.tracemill.analysis.record.TraceRecord;
import io.tracemill.analysis.request.RequestRole;
import io.tracemill.analysis.stack.look.StackExplanation;
import io.tracemill.cli.screen.QualitySummary;
import io.tracemill.cli.screen.Wording;
import io.tracemill.connectors.live.HotSteps;
import io.tracemill.connectors.output.RecordJson;
import io.tracemill.pipeline.results.PublishedRecord;
import java.util.List;
import java.util.Locale;

/**
 * Formats a record of a stream as a line: first the fields of fixed width, then names. Times are
 * times of day, UTC.
 */
final class RecordLine {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private RecordLine() {}

  /** Formats a record. */
  static String of(StreamRecord record) {
    if (record instanceof TraceRecord trace) {
      return trace(trace);
    } else if (record instanceof EndpointProfile profile) {
      return profile(profile);
    } else if (record instanceof MutationRecord mutation) {
      return MutationLine.of(mutation);
    } else if (record instanceof IncidentRecord incident) {
      return incident(incident);
    } else if (record instanceof ChangeRecord change) {
      return change(change);
    } else if (record instanceof Hotspot hotspot) {
      return hotspot(hotspot);
    } else if (record instanceof QualityRecord quality) {
      return quality(quality);
    } else if (record instanceof Dependency dependency) {
      return dependency(dependency);
    } else if (record instanceof StackExplanation found) {
      return stacks(found);
    } else if (record instanceof AnomalyRecord anomaly) {
      return anomaly(anomaly);
    } else if (record instanceof Deployment deployment) {
      return deployment(deployment);
    } else if (record instanceof KeepRecord keep) {
      return keep(keep);
    }
    return lateSpan((LateSpanRecord) record);
  }

  private static String trace(TraceRecord trace) {
    return line(
        "%s  %8s  %9s  %-10s  %s  %s%s%s",
        Wording.clock(trace.startNanos() / NANOS_PER_MILLI),
        Wording.duration(trace.durationNanos()),
        Wording.count(trace.spanCount(), "span"),
        trace.truncated() ? "truncated" : trace.complete() ? "complete" : "incomplete",
        trace.traceId(),
        Wording.frame(trace.endpoint()),
        trace.role() == RequestRole.ENTRY ? "" : " (" + trace.role().label() + ")",
        mostTime(trace.criticalPath()));
  }

  private static String mostTime(List<? extends CallPath<?>> tree) {
    return Wording.top(HotSteps.of(tree), 1).stream()
        .findFirst()
        .map(
            step ->
                ", most time in %s (%s)"
                    .formatted(Wording.step(step), Wording.percent(step.share())))
        .orElse("");
  }

  private static String stacks(StackExplanation found) {
    return line(
        "%s  %s, %s: %s",
        Wording.window(found.window()),
        Wording.frame(found.span()),
        Wording.count(found.policy().fastSpans() + found.policy().slowSpans(), "span"),
        found.summary());
  }

  private static String anomaly(AnomalyRecord anomaly) {
    return line(
        "%s  %8s  %-11s  %s  %s%s",
        Wording.clock(anomaly.startNanos() / NANOS_PER_MILLI),
        Wording.duration(anomaly.durationNanos()),
        reason(anomaly.reason()),
        anomaly.traceId(),
        Wording.frame(anomaly.endpoint()),
        anomaly.paths().stream().findFirst().map(RecordLine::surprise).orElse(""));
  }

  private static String reason(Anomaly.Reason reason) {
    return switch (reason) {
      case UNSEEN_PATH -> "unseen path";
      case UNSEEN_SET -> "unseen set";
      case SCORE -> "score";
    };
  }

  private static String surprise(Anomaly.PathSurprise path) {
    return ", %s %s, expected %s"
        .formatted(
            Wording.frame(path.path().get(path.path().size() - 1).frame()),
            Wording.duration(path.seenNanos()),
            Wording.duration(path.expectedNanos()));
  }

  private static String deployment(Deployment deployment) {
    return line(
        "%s  %-16s  %6s  %s %s -> %s%s",
        Wording.clock(deployment.sinceMillis()),
        deployment
            .verdict()
            .map(verdict -> outcome(verdict.outcome()))
            .orElse(deployment.ended() ? "ended" : "no verdict yet"),
        Wording.percent(deployment.share()),
        deployment.service(),
        deployment.before(),
        deployment.after(),
        deployment.verdict().map(RecordLine::evidence).orElse(""));
  }

  private static String outcome(Deployment.Outcome outcome) {
    return outcome.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** What a verdict compared. */
  private static String evidence(Deployment.Verdict verdict) {
    return ": %s -> %s, %s -> %s failed, of %s before and %s after"
        .formatted(
            Wording.duration(verdict.before().latencyNanos()),
            Wording.duration(verdict.after().latencyNanos()),
            Wording.percent(verdict.before().failedShare()),
            Wording.percent(verdict.after().failedShare()),
            Wording.count(verdict.before().requests(), "request"),
            Wording.number(verdict.after().requests()));
  }

  private static String keep(KeepRecord keep) {
    return line(
        "%s  %-8s  %s  %s",
        Wording.clock(keep.atMillis()),
        keep.reason().name().toLowerCase(Locale.ROOT),
        keep.traceId(),
        Wording.frame(keep.endpoint()));
  }

  private static String profile(EndpointProfile profile) {
    Latency latency = profile.latencyNanos();
    return requests(
        profile.window(),
        Wording.count(profile.traceCount(), "request"),
        List.of(latency.p50(), latency.p95(), latency.p99()),
        profile.errorRatio().orElse(0),
        Wording.frame(profile.endpoint()) + mostTime(profile.tree()));
  }

  /** The calls between two services. */
  private static String dependency(Dependency dependency) {
    Dependency.Latency latency = dependency.latencyNanos();
    return requests(
        dependency.window(),
        Wording.count(dependency.requests(), "call"),
        List.of(latency.p50(), latency.p95(), latency.p99()),
        (double) dependency.failed() / Math.max(1, dependency.requests()),
        dependency.caller() + " -> " + dependency.callee());
  }

  private static String requests(
      Period window, String count, List<Long> percentiles, double failed, String where) {
    return line(
        "%s  %12s  p50 %8s  p95 %8s  p99 %8s  %6s failed  %s",
        Wording.window(window),
        count,
        Wording.duration(percentiles.get(0)),
        Wording.duration(percentiles.get(1)),
        Wording.duration(percentiles.get(2)),
        Wording.percent(failed),
        where);
  }

  /**
   * {@code 12:00:00 firing page} the summary, which also says how an incident ended, and how it is
   * handled.
   */
  private static String incident(IncidentRecord incident) {
    return line(
        "%s  %-8s  %-6s  %s%s%s",
        Wording.clock(incident.judgedMillis()),
        incident.status().label(),
        incident.severity().label(),
        incident.summary(),
        incident.owner().map(owner -> " Owner: " + owner + ".").orElse(""),
        incident.muted().map(reason -> " Muted: " + reason + ".").orElse(""));
  }

  /** The window, both means, the endpoint, and the largest contribution. */
  private static String change(ChangeRecord change) {
    return line(
        "%s  %8s -> %8s  %s%s",
        Wording.window(change.window()),
        Wording.duration(change.beforeMeanNanos()),
        Wording.duration(change.afterMeanNanos()),
        Wording.frame(change.endpoint()),
        largest(change));
  }

  /** The largest term with the sign of the mean's change; terms come largest first. */
  private static String largest(ChangeRecord change) {
    long sign = Long.signum(change.deltaMeanNanos());
    return change.terms().stream()
        .filter(term -> sign != 0 && Long.signum(term.nanos()) == sign)
        .findFirst()
        .map(
            term ->
                ", of this %s%s %s"
                    .formatted(sign > 0 ? "+" : "", Wording.duration(term.nanos()), cause(term)))
        .orElse("");
  }

  private static String cause(ChangeRecord.Term term) {
    return term.node()
        .filter(path -> !path.isEmpty())
        .map(path -> path.get(path.size() - 1))
        .map(
            step ->
                "in "
                    + Wording.frame(step.frame())
                    + step.callee().map(callee -> " -> " + callee).orElse(""))
        .orElseGet(() -> "by the share of " + MutationLine.category(term.category()));
  }

  /** Rank, own time, and how often requests with this span waited for it. */
  private static String hotspot(Hotspot hotspot) {
    long present = hotspot.tracesPresent();
    return line(
        "%s  %3d.  %8s  on the path of %6s of %s  %s",
        Wording.window(hotspot.window()),
        hotspot.rank(),
        Wording.duration(hotspot.exclusiveNanos()),
        Wording.percent((double) hotspot.traces() / Math.max(1, present)),
        Wording.count(present, "request"),
        Wording.frame(hotspot.service(), hotspot.operation()));
  }

  /** The job's accounts in words; other scopes field by field. */
  private static String quality(QualityRecord quality) {
    JsonNode json = RecordJson.tree(quality);
    return line(
        "%s  %-9s  %s",
        end(quality.window()),
        json.path("scope").asText(),
        quality instanceof QualityRecord.Job job ? job(job) : fields("", json));
  }

  private static String job(QualityRecord.Job job) {
    return "since the start %s, %s, %s open: %s"
        .formatted(
            Wording.count(job.records().received(), "record"),
            Wording.count(job.spans().decoded(), "span"),
            Wording.number(job.spans().open()),
            new QualitySummary(job).verdict());
  }

  /** {@code endpoint cart GET /, requests.total 4, requests.incomplete 3}, and so on. */
  private static String fields(String above, JsonNode object) {
    return object.properties().stream()
        .filter(field -> !field.getKey().equals("scope") && !field.getKey().equals("window"))
        .map(field -> field(above + field.getKey(), field.getValue()))
        .collect(joining(", "));
  }

  private static String field(String name, JsonNode value) {
    if (value.isObject() && !value.has("operation")) {
      return fields(name + ".", value);
    }
    return name + " " + (value.isObject() ? Wording.frame(value) : value.asText());
  }

  /**
   * The record's time, and how long after the span's end it came. A long time points to a slow
   * exporter.
   */
  private static String lateSpan(LateSpanRecord span) {
    long endNanos = span.startNanos() + span.durationNanos();
    return line(
        "%s  %8s after its end  %s  %s, took %s",
        Wording.clock(span.recordTimeMillis()),
        Wording.duration(span.recordTimeMillis() * NANOS_PER_MILLI - endNanos),
        span.traceId(),
        Wording.frame(span.service(), span.operation()),
        Wording.duration(span.durationNanos()));
  }

  /** A record that could not be decoded; its headers describe it. */
  static String ofDeadLetter(PublishedRecord letter) {
    String bytes = letter.header("originalBytes");
    return line(
        "%s  %s partition %s offset %s, %s bytes: %s",
        Wording.clock(letter.source().timestamp()),
        letter.header("topic"),
        letter.header("partition"),
        letter.header("offset"),
        bytes.equals("?") ? letter.source().value().length : bytes,
        letter.header("reason"));
  }

  /** A record from a writer other than the job. */
  static String ofUnreadable(PublishedRecord record) {
    return line(
        "%s  no record of %s: %s partition %d offset %d, %d bytes",
        Wording.clock(record.source().timestamp()),
        record.stream().label(),
        record.source().topic(),
        record.source().partition(),
        record.source().offset(),
        record.source().value().length);
  }

  private static String end(Period window) {
    return Wording.clock(window.endMillis());
  }

  private static String line(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
