package io.tracemill.cli.screen;

import static java.util.stream.Collectors.joining;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.quality.QualityCounts;
import io.tracemill.analysis.quality.QualityScope;
import io.tracemill.analysis.record.QualityRecord;
import io.tracemill.analysis.record.QualityRecord.JobSpans;
import io.tracemill.analysis.record.QualityRecord.Records;
import io.tracemill.analysis.record.QualityRecords;
import io.tracemill.analysis.record.StreamRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The job's accounts since its start (semantics 3): the outcome of every record, span and trace.
 *
 * @param job the record of the whole job
 */
public record QualitySummary(QualityRecord.Job job) {
  /** The accounts of a job that has no window yet. */
  public static final QualitySummary NONE =
      new QualitySummary(
          (QualityRecord.Job)
              QualityRecords.of(
                  new QualityScope.Job(), new Period(0, 1), new QualityCounts(), Optional.empty()));

  /** The accounts in a record; empty if it does not describe the whole job. */
  public static Optional<QualitySummary> of(StreamRecord record) {
    return record instanceof QualityRecord.Job job
        ? Optional.of(new QualitySummary(job))
        : Optional.empty();
  }

  /** What became of spans. */
  private record Fate(String name, long count) {}

  private static List<Fate> fates(JobSpans spans) {
    return List.of(
        new Fate("used", spans.used()),
        new Fate("late", spans.late()),
        new Fate("duplicate", spans.duplicate()),
        new Fate("clash", spans.clash()),
        new Fate("capped", spans.capped()),
        new Fate("rejected", spans.allRejected()),
        new Fate("open", spans.open()));
  }

  /** The end of its window, since the epoch. */
  public long endMillis() {
    return job.window().endMillis();
  }

  private long closedTraces() {
    return job.traces().complete() + job.traces().incomplete();
  }

  /** The totals received, in a line without a full stop. */
  public String counts() {
    return "%,d traces, %,d of them complete; %,d spans of %,d records"
        .formatted(
            closedTraces(),
            job.traces().complete(),
            job.spans().decoded(),
            job.records().received());
  }

  /** A verdict in one sentence. Duplicates are not a loss; neither are spans of open traces. */
  public String verdict() {
    List<String> losses = losses();
    if (!losses.isEmpty()) {
      return "DATA LOST: " + String.join(", ", losses) + ".";
    }
    long incomplete = job.traces().incomplete();
    long others = job.records().otherSignals();
    return (incomplete == 0
            ? "No data lost."
            : "No data lost here, but %s lack spans that did not arrive."
                .formatted(Wording.count(incomplete, "trace")))
        + (others == 0
            ? ""
            : " %s of metrics, logs or profiles left out."
                .formatted(Wording.count(others, "record")));
  }

  /** Whether data was lost and no span could be used. */
  public boolean lostAll() {
    return job.spans().used() == 0 && !losses().isEmpty();
  }

  /** The losses, one phrase each. */
  public List<String> losses() {
    Records records = job.records();
    JobSpans spans = job.spans();
    long spansFound = fates(spans).stream().mapToLong(Fate::count).sum();
    List<String> losses = new ArrayList<>();
    add(losses, records.deadLettered(), "record", "dead-lettered");
    add(losses, spans.late(), "span", "late");
    add(losses, spans.clash(), "span", "clashing");
    add(losses, spans.capped(), "span", "capped");
    add(losses, spans.allRejected(), "span", "rejected");
    long recordsFound = records.decoded() + records.otherSignals() + records.deadLettered();
    add(losses, records.received() - recordsFound, "record", "unaccounted for");
    add(losses, spans.decoded() - spansFound, "span", "unaccounted for");
    return losses;
  }

  private static void add(List<String> losses, long count, String noun, String fate) {
    if (count != 0) {
      losses.add(Wording.count(Math.abs(count), noun) + " " + fate);
    }
  }

  /** Every count that is not zero, a line each for records, spans and traces. */
  List<String> details() {
    long complete = job.traces().complete();
    return List.of(
        "%s received: %,d decoded, %,d dead-lettered%s"
            .formatted(
                Wording.count(job.records().received(), "record"),
                job.records().decoded(),
                job.records().deadLettered(),
                job.records().otherSignals() == 0
                    ? ""
                    : ", %,d of other signals".formatted(job.records().otherSignals())),
        "%s decoded: %s"
            .formatted(
                Wording.count(job.spans().decoded(), "span"),
                fates(job.spans()).stream()
                    .filter(fate -> fate.count() > 0)
                    .map(this::text)
                    .collect(joining(", "))),
        "%s complete (%s), %,d incomplete, %,d of these truncated"
            .formatted(
                Wording.count(complete, "trace"),
                Wording.percent(closedTraces() == 0 ? 1 : (double) complete / closedTraces()),
                job.traces().incomplete(),
                job.traces().truncated()));
  }

  /** {@code 3 late}, {@code 2 rejected (2 in-future)}. */
  private String text(Fate fate) {
    String text = Wording.number(fate.count()) + " " + fate.name();
    if (!fate.name().equals("rejected")) {
      return text;
    }
    return job.spans().rejected().entrySet().stream()
        .filter(reason -> reason.getValue() != 0)
        .map(reason -> Wording.number(reason.getValue()) + " " + reason.getKey().label())
        .collect(joining(", ", text + " (", ")"));
  }
}
