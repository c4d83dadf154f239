package io.tracemill.connectors.output;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.explanation.ChangeAccount;
import io.tracemill.analysis.explanation.ChangeAccount.PlaceChange;
import io.tracemill.analysis.explanation.ChangeAccount.Rate;
import io.tracemill.analysis.explanation.ChangeAccount.Term;
import io.tracemill.analysis.explanation.Explanation;
import io.tracemill.connectors.json.FieldJson;
import io.tracemill.connectors.json.JsonBuffer;
import io.tracemill.connectors.json.Room;
import io.tracemill.connectors.json.WellFormed;
import java.io.IOException;
import java.util.List;

/** Writes accounts of changes for {@link ResultStream#CHANGES}. One instance serves one thread. */
public final class ChangeJson {
  private final JsonBuffer buffer = new JsonBuffer();
  private final RecordLimits limits;

  public ChangeJson(RecordLimits limits) {
    this.limits = requireNonNull(limits, "limits");
  }

  /** The record of one endpoint, window and baseline; its timestamp is the window's end. */
  public ResultRecord record(Explanation explanation) {
    return new ResultRecord(
        ResultStream.CHANGES,
        key(explanation),
        value(explanation),
        explanation.window().endMillis());
  }

  /** Service NUL operation NUL start of the window NUL start of the baseline in milliseconds. */
  private static byte[] key(Explanation explanation) {
    return WellFormed.key(
        explanation.endpoint().service(),
        explanation.endpoint().operation(),
        Long.toString(explanation.window().startMillis()),
        Long.toString(explanation.baseline().startMillis()));
  }

  private byte[] value(Explanation explanation) {
    return buffer.write(
        limits.maxBytes(), Room.MOST_ITEMS, (json, room) -> write(json, explanation, room));
  }

  private static void write(JsonGenerator json, Explanation explanation, Room room)
      throws IOException {
    ChangeAccount account = explanation.account();
    List<Term> terms = room.of(account.terms());
    json.writeStartObject();
    FieldJson.frame(json, "endpoint", explanation.endpoint(), room);
    FieldJson.period(json, "window", explanation.window());
    FieldJson.period(json, "baseline", explanation.baseline());
    json.writeNumberField("beforeMeanNanos", account.beforeMeanNanos());
    json.writeNumberField("afterMeanNanos", account.afterMeanNanos());
    json.writeNumberField("deltaMeanNanos", account.deltaMeanNanos());
    json.writeArrayFieldStart("terms");
    for (Term term : terms) {
      writeTerm(json, term, room);
    }
    json.writeEndArray();
    // Terms that do not fit become part of the rest, so the account still adds up.
    long named = terms.stream().mapToLong(Term::nanos).sum();
    json.writeNumberField("restNanos", account.deltaMeanNanos() - named);
    writePlaces(json, room.of(account.places()), room);
    json.writeEndObject();
  }

  private static void writeTerm(JsonGenerator json, Term term, Room room) throws IOException {
    json.writeStartObject();
    json.writeStringField("kind", term instanceof Rate ? "rate" : "mix");
    json.writeStringField("category", term.category().hex());
    if (term instanceof Rate rate) {
      writeCallPath(json, rate.callPath(), room);
    }
    json.writeNumberField("nanos", term.nanos());
    json.writeEndObject();
  }

  /**
   * The end of a long path, which names the place of the time. One step stands for the omitted
   * steps.
   */
  private static void writeCallPath(JsonGenerator json, List<PathStep> callPath, Room room)
      throws IOException {
    int leftOut = Math.max(0, callPath.size() - room.items());
    json.writeArrayFieldStart("node");
    if (leftOut > 0) {
      writeStep(json, PathStep.OTHER, room);
    }
    for (PathStep step : callPath.subList(leftOut, callPath.size())) {
      writeStep(json, step, room);
    }
    json.writeEndArray();
  }

  private static void writeStep(JsonGenerator json, PathStep step, Room room) throws IOException {
    json.writeStartObject();
    FieldJson.frame(json, step.frame(), room);
    if (step.callee().isPresent()) {
      json.writeStringField("callee", room.name(step.callee().get()));
    }
    json.writeEndObject();
  }

  private static void writePlaces(JsonGenerator json, List<PlaceChange> places, Room room)
      throws IOException {
    json.writeArrayFieldStart("places");
    for (PlaceChange change : places) {
      json.writeStartObject();
      SubjectJson.place(json, change.place(), room);
      json.writeNumberField("beforeNanos", change.beforeNanos());
      json.writeNumberField("afterNanos", change.afterNanos());
      FieldJson.ratio(json, "share", change.share());
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
