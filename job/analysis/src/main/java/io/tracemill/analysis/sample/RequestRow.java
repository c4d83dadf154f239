package io.tracemill.analysis.sample;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.request.RequestTables;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A kept request without its spans, as an endpoint's live answers need it.
 *
 * @param traceId of the trace it is part of
 * @param spanId of its first span
 * @param durationNanos its duration
 * @param failed whether its first span failed
 * @param category its category
 * @param attributes of its spans
 * @param failedSteps where its spans failed
 * @param path its critical path, whose own times add up to {@code durationNanos}
 * @param weight number of requests that it stands for; 0 if it was kept in addition
 */
public record RequestRow(
    TraceId traceId,
    long spanId,
    long durationNanos,
    boolean failed,
    CallTreeSignature category,
    List<RequestAttribute> attributes,
    List<PathStep> failedSteps,
    PathTimes path,
    double weight) {
  /** Its object with ids and tree arrays; nodes and attributes are extra. */
  private static final long OWN_BYTES = 300;

  private static final long NODE_BYTES = 16;
  private static final long ATTRIBUTE_BYTES = 64;
  private static final long STEP_BYTES = 8;

  public RequestRow {
    requireNonNull(traceId, "traceId");
    requireNonNull(category, "category");
    attributes = List.copyOf(attributes);
    failedSteps = List.copyOf(failedSteps);
    requireNonNull(path, "path");
  }

  /** The row of a request. */
  public static RequestRow of(KeptRequest request, RequestReplay replay) {
    replay.load(request);
    replay.path(0);
    return of(request, replay.failedSteps(), replay.callTree());
  }

  /** The row of a request with these failed steps and this call tree of its critical path. */
  public static RequestRow of(
      KeptRequest request, List<PathStep> failedSteps, CallingContextTree path) {
    return new RequestRow(
        request.traceId(),
        request.spanId(),
        request.durationNanos(),
        request.failed(),
        request.category(),
        request.attributes(),
        failedSteps,
        PathTimes.copyOf(path),
        request.weight());
  }

  /** An upper bound of its heap memory, bytes; names are shared. */
  public long heapBytes() {
    return OWN_BYTES
        + NODE_BYTES * path.size()
        + ATTRIBUTE_BYTES * attributes.size()
        + STEP_BYTES * failedSteps.size();
  }

  /** Whether one of its spans failed at the place. */
  public boolean failedAt(Place place) {
    return failedSteps.stream()
        .anyMatch(step -> Place.of(step).filter(place::includes).isPresent());
  }

  /** Whether its critical path has the call. */
  public boolean makes(Call call) {
    for (int node = 1; node < path.size(); node++) {
      if (path.step(node).frame().equals(call.child())
          && path.step(path.parent(node)).frame().equals(call.parent())) {
        return true;
      }
    }
    return false;
  }

  /** Writes the rows. */
  public static void write(List<RequestRow> rows, DataOutput out) throws IOException {
    RequestTables tables = new RequestTables();
    Varint.write(out, rows.size());
    for (RequestRow row : rows) {
      row.write(out, tables);
    }
  }

  /** Reads what {@link #write} wrote. */
  public static List<RequestRow> read(DataInput in) throws IOException {
    RequestTables tables = new RequestTables();
    List<RequestRow> rows = new ArrayList<>();
    for (int left = Varint.readUpTo(in, Integer.MAX_VALUE); left > 0; left--) {
      rows.add(read(in, tables));
    }
    return rows;
  }

  private void write(DataOutput out, RequestTables tables) throws IOException {
    out.writeLong(traceId.high());
    out.writeLong(traceId.low());
    out.writeLong(spanId);
    Varint.write(out, durationNanos);
    out.writeBoolean(failed);
    tables.writeCategory(out, category);
    tables.writeAttributes(out, attributes);
    Varint.write(out, failedSteps.size());
    for (PathStep step : failedSteps) {
      tables.writeStep(out, step);
    }
    path.write(out, tables);
    out.writeDouble(weight);
  }

  private static RequestRow read(DataInput in, RequestTables tables) throws IOException {
    return new RequestRow(
        new TraceId(in.readLong(), in.readLong()),
        in.readLong(),
        Varint.read(in),
        in.readBoolean(),
        tables.readCategory(in),
        tables.readAttributes(in),
        readSteps(in, tables),
        PathTimes.read(in, tables),
        in.readDouble());
  }

  private static List<PathStep> readSteps(DataInput in, RequestTables tables) throws IOException {
    List<PathStep> steps = new ArrayList<>();
    for (int left = Varint.readUpTo(in, RequestReplay.MAX_FAILED); left > 0; left--) {
      steps.add(tables.readStep(in));
    }
    return steps;
  }
}
