package io.tracemill.connectors.output;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tracemill.analysis.diagnosis.Diagnosis;
import io.tracemill.analysis.diagnosis.Finding;
import io.tracemill.analysis.diagnosis.Finding.Kind;
import io.tracemill.analysis.diagnosis.Finding.Part;
import io.tracemill.analysis.diagnosis.RankedFinding;
import io.tracemill.analysis.diagnosis.Ranking;
import io.tracemill.analysis.diagnosis.Times;
import io.tracemill.analysis.diagnosis.Times.Summary;
import io.tracemill.analysis.layer.AggregateTrace;
import io.tracemill.analysis.layer.AggregateTrace.Section;
import io.tracemill.analysis.layer.SubSpanBounds;
import io.tracemill.analysis.layer.SubSpanBounds.Event;
import io.tracemill.analysis.span.Frame;
import io.tracemill.connectors.json.FieldJson;
import io.tracemill.connectors.json.JsonBuffer;
import io.tracemill.connectors.json.Room;
import io.tracemill.connectors.json.WellFormed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Writes findings for {@link ResultStream#DIAGNOSES}, each before those below it. The record of a
 * part comes before the record of its whole: {@code operation_self} before {@code operation}, a
 * part of a span before {@code span}. The whole has the rank of its part. One instance serves one
 * thread.
 */
public final class DiagnosisJson {
  /** The end of the window if it is a whole input. */
  public static final long WHOLE_INPUT = Long.MAX_VALUE;

  private final JsonBuffer buffer = new JsonBuffer();
  private final RecordLimits limits;

  public DiagnosisJson(RecordLimits limits) {
    this.limits = requireNonNull(limits, "limits");
  }

  /** A kind and its times, for one record. */
  private record Measured(Kind kind, Times times) {}

  private record Window(long startMillis, long endMillis, long requests) {
    boolean isWholeInput() {
      return endMillis == WHOLE_INPUT;
    }
  }

  /**
   * The records of a window, first those of the ranking by self time. A key joins the start of the
   * window, ranking, id and kind with NUL. The timestamp is the end of the window.
   *
   * @param endMillis {@link #WHOLE_INPUT} for all requests of an input; these records have no
   *     window
   */
  public List<ResultRecord> records(Diagnosis diagnosis, long startMillis, long endMillis) {
    Window window = new Window(startMillis, endMillis, diagnosis.requests());
    List<ResultRecord> records = new ArrayList<>();
    for (Ranking ranking : Ranking.values()) {
      for (RankedFinding ranked : RankedFinding.all(diagnosis.by(ranking))) {
        for (Measured measured : measured(ranked.finding())) {
          records.add(record(window, ranking, ranked, measured));
        }
      }
    }
    return records;
  }

  /** The finding, and its whole if the same layer measures it. */
  private static List<Measured> measured(Finding finding) {
    Measured part = new Measured(finding.kind(), finding.times());
    Kind whole = finding.kind().whole();
    return finding.layer() == 4 || whole == finding.kind()
        ? List.of(part)
        : List.of(part, new Measured(whole, finding.whole()));
  }

  private ResultRecord record(
      Window window, Ranking ranking, RankedFinding ranked, Measured measured) {
    return new ResultRecord(
        ResultStream.DIAGNOSES,
        WellFormed.key(
            Long.toString(window.startMillis()),
            ranking.label(),
            ranked.id(),
            label(measured.kind())),
        buffer.write(
            limits.maxBytes(),
            Room.MOST_ITEMS,
            (json, room) -> {
              json.writeStartObject();
              json.writeStringField("ranking", ranking.label());
              json.writeStringField("id", ranked.id());
              if (!window.isWholeInput()) {
                FieldJson.window(json, window.startMillis(), window.endMillis());
              }
              json.writeNumberField("requests", window.requests());
              write(json, ranked, measured, room);
              json.writeEndObject();
            }),
        window.isWholeInput() ? window.startMillis() : window.endMillis());
  }

  private static String label(Enum<?> kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  private static void write(JsonGenerator json, RankedFinding ranked, Measured measured, Room room)
      throws IOException {
    Finding finding = ranked.finding();
    json.writeNumberField("layer", finding.layer());
    json.writeStringField("kind", label(measured.kind()));
    json.writeNumberField("rank", ranked.rank());
    if (!ranked.parent().isEmpty()) {
      json.writeStringField("parent", ranked.parent());
    }
    if (finding.endpoint().isPresent()) {
      FieldJson.frame(json, "endpoint", finding.endpoint().get(), room);
    }
    FieldJson.frame(json, "operation", finding.operation(), room);
    boolean whole = measured.kind() == finding.kind().whole();
    if (finding.part().isPresent()) {
      writePart(json, finding, finding.part().get(), whole, room);
    }
    writeTimes(json, measured.times());
    json.writeBooleanField("tail", finding.tail());
    json.writeNumberField("score", Math.round(finding.score()));
    // Rounded means, multiplied by the requests, may slightly exceed the latency.
    FieldJson.ratio(json, "explained", Math.min(1, finding.explained()));
    FieldJson.ratio(json, "coverage", finding.coverage());
    FieldJson.ratio(json, "unnamed", finding.unnamed());
    if (finding.exemplar().isPresent()) {
      json.writeStringField("exemplar", finding.exemplar().get().hex());
    }
    if (finding.layer() == 4 && ranked.rank() == 1) {
      json.writeBooleanField("problematic", true);
    }
    if (finding.part().flatMap(Part::aggregate).isPresent()) {
      writeTrace(json, finding.part().flatMap(Part::aggregate).get(), room);
    }
  }

  private static void writePart(
      JsonGenerator json, Finding finding, Part part, boolean whole, Room room) throws IOException {
    json.writeStringField("group", part.group().hex());
    json.writeNumberField("position", part.position());
    json.writeArrayFieldStart("path");
    for (Frame frame : room.of(part.path())) {
      json.writeStartObject();
      FieldJson.frame(json, frame, room);
      json.writeEndObject();
    }
    json.writeEndArray();
    if (!whole) {
      json.writeNumberField("part", part.number() + 1);
    }
    Optional<SubSpanBounds> bounds = bounds(finding);
    if (bounds.isPresent()) {
      event(json, "after", bounds.get().after(), room);
      event(json, "before", bounds.get().before(), room);
    } else if (!whole) {
      List<Event> ends =
          finding.below().stream()
              .flatMap(order -> bounds(order).stream())
              .map(SubSpanBounds::before)
              .toList();
      if (ends.stream().map(Event::frame).distinct().count() == 1) {
        event(json, "before", ends.get(0), room);
      }
    }
  }

  /** Writes the aggregate trace, which only layer 4 has. */
  private static Optional<SubSpanBounds> bounds(Finding finding) {
    return finding
        .part()
        .flatMap(
            part ->
                part.aggregate()
                    .map(trace -> SubSpanBounds.of(trace, part.position(), part.number())));
  }

  private static void event(JsonGenerator json, String name, Event event, Room room)
      throws IOException {
    json.writeObjectFieldStart(name);
    json.writeStringField("event", label(event.kind()));
    FieldJson.frame(json, event.frame(), room);
    json.writeEndObject();
  }

  private static void writeTimes(JsonGenerator json, Times times) throws IOException {
    summary(json, times.all());
    json.writeObjectFieldStart("normal");
    summary(json, times.normal());
    json.writeEndObject();
    json.writeObjectFieldStart("slowest");
    summary(json, times.tail());
    json.writeEndObject();
    json.writeNumberField("boundaryRequests", times.boundaryRequests());
  }

  private static void summary(JsonGenerator json, Summary summary) throws IOException {
    json.writeNumberField("count", summary.count());
    json.writeNumberField("meanNanos", Math.round(summary.meanNanos()));
    json.writeNumberField("stddevNanos", Math.round(summary.stddevNanos()));
    json.writeNumberField("p50Nanos", summary.p50().nanos());
    json.writeNumberField("p50ErrorNanos", summary.p50().errorNanos());
    json.writeNumberField("p99Nanos", summary.p99().nanos());
    json.writeNumberField("p99ErrorNanos", summary.p99().errorNanos());
    json.writeNumberField("sampled", summary.p99().sampled());
  }

  private static void writeTrace(JsonGenerator json, AggregateTrace trace, Room room)
      throws IOException {
    List<List<Section>> sections = new ArrayList<>();
    trace.spans().forEach(span -> sections.add(new ArrayList<>()));
    trace.criticalPath().forEach(section -> sections.get(section.span()).add(section));
    json.writeObjectFieldStart("trace");
    json.writeNumberField("requests", trace.requests());
    json.writeArrayFieldStart("spans");
    int position = 0;
    for (AggregateTrace.Span span : room.of(trace.spans())) {
      json.writeStartObject();
      json.writeNumberField("parent", position == 0 ? -1 : span.parent());
      FieldJson.frame(json, span.frame(), room);
      json.writeNumberField("fromNanos", span.startNanos());
      json.writeNumberField("toNanos", span.endNanos());
      json.writeArrayFieldStart("critical");
      for (Section section : room.of(sections.get(position))) {
        json.writeStartObject();
        json.writeNumberField("fromNanos", section.fromNanos());
        json.writeNumberField("toNanos", section.toNanos());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
      position++;
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
