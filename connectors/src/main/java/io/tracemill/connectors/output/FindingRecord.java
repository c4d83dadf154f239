package io.tracemill.connectors.output;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.view.estimate.Distribution;
import io.tracemill.analysis.view.estimate.Percentile;
import io.tracemill.analysis.view.tprof.AggregateTrace;
import io.tracemill.analysis.view.tprof.Call;
import io.tracemill.analysis.view.tprof.Diagnosis;
import io.tracemill.analysis.view.tprof.Finding;
import io.tracemill.analysis.view.tprof.Finding.Kind;
import io.tracemill.analysis.view.tprof.Finding.Part;
import io.tracemill.analysis.view.tprof.RankedFinding;
import io.tracemill.analysis.view.tprof.Ranking;
import io.tracemill.analysis.view.tprof.SubSpanBounds;
import io.tracemill.analysis.view.tprof.SubSpanBounds.Event;
import io.tracemill.analysis.view.tprof.SubSpanBounds.EventKind;
import io.tracemill.analysis.view.tprof.Times;
import io.tracemill.connectors.json.WellFormed;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A finding of a diagnosis, as commands and pages show it. The record of a part comes before the
 * record of its whole: {@code operation_self} before {@code operation}, a part of a span before
 * {@code span}. The whole has the id and rank of its part. Fields that do not apply are absent.
 *
 * @param ranking {@code critical-path} or {@code self-time}; each has its own hierarchy
 * @param id the ranks from layer 1 down to it, such as {@code 1.2.1}
 * @param requests how many requests were diagnosed
 * @param kept how many of them were kept; absent if all were
 * @param parent the id of the finding above; absent in layer 1
 * @param endpoint the request type; absent in layer 1
 * @param group signature of the structure (layer 3, of the costliest) or order (layer 4)
 * @param groups how many structures have the part; in layer 3
 * @param position of the slow span, by begin; 0 is the request's first span
 * @param path calls from the first span down to the slow one
 * @param part number of the part of the slow span, from 1 on; absent for whole spans
 * @param after the event that begins the part; in layer 4
 * @param before the event that ends the part, usually a call
 * @param problematic true for the first finding of layer 4 below one of layer 3, else absent
 * @param trace the average trace of the group, in layer 4
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record FindingRecord(
    String ranking,
    String id,
    long requests,
    @Nullable Long kept,
    int layer,
    String kind,
    int rank,
    @Nullable String parent,
    @Nullable Name endpoint,
    Name operation,
    @Nullable String group,
    @Nullable Integer groups,
    @Nullable Integer position,
    @Nullable List<Step> path,
    @Nullable Integer part,
    @Nullable Bound after,
    @Nullable Bound before,
    long count,
    long meanNanos,
    @Nullable Long meanErrorNanos,
    long stddevNanos,
    @Nullable Long p50Nanos,
    @Nullable Long p50ErrorNanos,
    @Nullable Long p99Nanos,
    @Nullable Long p99ErrorNanos,
    long sampled,
    Statistics normal,
    Statistics slowest,
    boolean tail,
    long score,
    double explained,
    double coverage,
    double unnamed,
    @Nullable String exemplar,
    @Nullable Boolean problematic,
    @Nullable Trace trace) {

  /** A service and an operation. */
  public record Name(String service, String operation) {
    static Name of(Frame frame) {
      return new Name(WellFormed.text(frame.service()), WellFormed.text(frame.operation()));
    }
  }

  /**
   * A call on a path.
   *
   * @param call its number among the calls of this name; absent if it is the only one
   * @param calls their number; absent if it is the only one
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Step(
      String service, String operation, @Nullable Integer call, @Nullable Integer calls) {
    static Step of(Call call) {
      Name name = Name.of(call.frame());
      boolean only = call.of() == 1;
      return new Step(
          name.service(), name.operation(), only ? null : call.number(), only ? null : call.of());
    }
  }

  /**
   * An event that begins or ends a part.
   *
   * @param event {@code span_begin}, {@code span_end}, {@code call_begin} or {@code call_end}
   * @param call number of the call, as in {@link Step}
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Bound(
      String event,
      String service,
      String operation,
      @Nullable Integer call,
      @Nullable Integer calls) {
    static Bound of(EventKind kind, Call call) {
      Step step = Step.of(call);
      return new Bound(label(kind), step.service(), step.operation(), step.call(), step.calls());
    }

    /** The call that it is about. */
    public Step step() {
      return new Step(service, operation, call, calls);
    }
  }

  /**
   * Figures of some requests.
   *
   * @param count how many durations, estimated
   * @param meanErrorNanos standard error of the mean; absent if every request was kept
   * @param p50Nanos the median; absent if none, or too few requests of a sample, have one
   * @param p50ErrorNanos from the median to the farther end of its 95 % interval
   * @param p99Nanos the 99th percentile; absent if none, or too few requests of a sample, have one
   * @param sampled how many durations were measured; {@code count} if every request was kept
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Statistics(
      long count,
      long meanNanos,
      @Nullable Long meanErrorNanos,
      long stddevNanos,
      @Nullable Long p50Nanos,
      @Nullable Long p50ErrorNanos,
      @Nullable Long p99Nanos,
      @Nullable Long p99ErrorNanos,
      long sampled) {
    static Statistics of(Distribution figures, boolean exact) {
      Optional<Percentile> p50 = figures.percentiles().p50();
      Optional<Percentile> p99 = figures.percentiles().p99();
      return new Statistics(
          Math.round(figures.count()),
          figures.mean().rounded(),
          exact ? null : Math.round(figures.mean().error()),
          Math.round(figures.deviation()),
          nanos(p50, Percentile::value),
          nanos(p50, Percentile::error),
          nanos(p99, Percentile::value),
          nanos(p99, Percentile::error),
          figures.kept());
    }

    private static @Nullable Long nanos(
        Optional<Percentile> percentile, Function<Percentile, Long> part) {
      return percentile.map(part).orElse(null);
    }
  }

  /**
   * An average trace.
   *
   * @param part the time of the sub-span that the finding is about
   */
  public record Trace(long requests, List<Span> spans, Section part) {
    static Trace of(AggregateTrace trace, SubSpanBounds bounds) {
      List<List<Section>> critical = new ArrayList<>();
      trace.spans().forEach(span -> critical.add(new ArrayList<>()));
      trace
          .criticalPath()
          .forEach(
              section ->
                  critical
                      .get(section.span())
                      .add(new Section(section.fromNanos(), section.toNanos())));
      List<Span> spans = new ArrayList<>();
      for (AggregateTrace.Span span : trace.spans()) {
        Name name = Name.of(span.frame());
        spans.add(
            new Span(
                spans.isEmpty() ? -1 : span.parent(),
                name.service(),
                name.operation(),
                span.startNanos(),
                span.endNanos(),
                critical.get(spans.size())));
      }
      return new Trace(
          trace.requests(), spans, new Section(bounds.after().nanos(), bounds.before().nanos()));
    }
  }

  /** A span of it; times since the start of the request. The first one has the parent -1. */
  public record Span(
      int parent,
      String service,
      String operation,
      long fromNanos,
      long toNanos,
      List<Section> critical) {}

  /** A part of its time. */
  public record Section(long fromNanos, long toNanos) {}

  /** The figures of all requests that it is about. */
  public Statistics all() {
    return new Statistics(
        count,
        meanNanos,
        meanErrorNanos,
        stddevNanos,
        p50Nanos,
        p50ErrorNanos,
        p99Nanos,
        p99ErrorNanos,
        sampled);
  }

  /** The records of a diagnosis, each finding before those below it. */
  public static List<FindingRecord> of(Diagnosis diagnosis) {
    List<FindingRecord> records = new ArrayList<>();
    for (Ranking ranking : Ranking.values()) {
      for (RankedFinding ranked : RankedFinding.all(diagnosis.by(ranking))) {
        Finding finding = ranked.finding();
        Kind whole = finding.kind().whole();
        records.add(of(diagnosis, ranking, ranked, finding.kind(), finding.times()));
        if (finding.layer() < 4 && whole != finding.kind()) {
          records.add(of(diagnosis, ranking, ranked, whole, finding.whole()));
        }
      }
    }
    return records;
  }

  private static FindingRecord of(
      Diagnosis diagnosis, Ranking ranking, RankedFinding ranked, Kind kind, Times times) {
    Finding finding = ranked.finding();
    Optional<Part> part = finding.part();
    boolean whole = kind == finding.kind().whole() && finding.layer() < 4;
    Optional<SubSpanBounds> bounds = part.flatMap(FindingRecord::bounds);
    Statistics all = Statistics.of(times.all(), diagnosis.exact());
    return new FindingRecord(
        ranking.label(),
        ranked.id(),
        diagnosis.requests(),
        diagnosis.exact() ? null : diagnosis.kept(),
        finding.layer(),
        label(kind),
        ranked.rank(),
        ranked.parent().isEmpty() ? null : ranked.parent(),
        finding.endpoint().map(Name::of).orElse(null),
        Name.of(finding.operation()),
        part.map(of -> of.group().hex()).orElse(null),
        finding.layer() == 3 ? part.map(Part::groups).orElse(null) : null,
        part.map(Part::position).orElse(null),
        part.map(of -> of.path().stream().map(Step::of).toList()).orElse(null),
        whole ? null : part.map(of -> of.number() + 1).orElse(null),
        bounds.map(of -> event(of.after())).orElse(null),
        whole ? null : part.map(of -> before(finding, of)).orElse(null),
        all.count(),
        all.meanNanos(),
        all.meanErrorNanos(),
        all.stddevNanos(),
        all.p50Nanos(),
        all.p50ErrorNanos(),
        all.p99Nanos(),
        all.p99ErrorNanos(),
        all.sampled(),
        Statistics.of(times.normal(), diagnosis.exact()),
        Statistics.of(times.tail(), diagnosis.exact()),
        finding.tail(),
        Math.round(finding.score()),
        finding.explained(),
        finding.coverage(),
        finding.unnamed(),
        finding.exemplar().map(TraceId::hex).orElse(null),
        (finding.layer() == 4 && ranked.rank() == 1) ? true : null,
        part.flatMap(Part::aggregate)
            .map(trace -> Trace.of(trace, bounds.orElseThrow()))
            .orElse(null));
  }

  private static Optional<SubSpanBounds> bounds(Part part) {
    return part.aggregate().map(trace -> SubSpanBounds.of(trace, part.position(), part.number()));
  }

  private static Bound event(Event event) {
    return Bound.of(event.kind(), new Call(event.frame(), 1, 1));
  }

  private static Bound before(Finding finding, Part part) {
    return part.before()
        .map(call -> Bound.of(EventKind.CALL_BEGIN, call))
        .orElseGet(() -> Bound.of(EventKind.SPAN_END, new Call(finding.operation(), 1, 1)));
  }

  private static String label(Enum<?> kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }
}
