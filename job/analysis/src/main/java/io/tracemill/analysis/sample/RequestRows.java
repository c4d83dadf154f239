package io.tracemill.analysis.sample;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.NameTable;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.varint.NumberedTable;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Rows of requests as bytes. Names, steps and categories are written once, at their first use. */
public final class RequestRows {
  private static final String NO_CALLEE = "";

  private final NameTable names = new NameTable();
  private final NumberedTable<PathStep> steps = new NumberedTable<>();
  private final NumberedTable<CallTreeSignature> categories = new NumberedTable<>();
  private final NumberedTable<RequestAttribute> attributes = new NumberedTable<>();

  private RequestRows() {}

  /** Writes the rows. */
  public static void write(List<RequestRow> rows, DataOutput out) throws IOException {
    RequestRows tables = new RequestRows();
    Varint.write(out, rows.size());
    for (RequestRow row : rows) {
      tables.write(row, out);
    }
  }

  /** Reads what {@link #write} wrote. */
  public static List<RequestRow> read(DataInput in) throws IOException {
    RequestRows tables = new RequestRows();
    List<RequestRow> rows = new ArrayList<>();
    for (int left = Varint.readUpTo(in, Integer.MAX_VALUE); left > 0; left--) {
      rows.add(tables.readRow(in));
    }
    return rows;
  }

  private void write(RequestRow row, DataOutput out) throws IOException {
    out.writeLong(row.traceId().high());
    out.writeLong(row.traceId().low());
    out.writeLong(row.spanId());
    Varint.write(out, row.durationNanos());
    out.writeBoolean(row.failed());
    if (categories.writeNumber(out, row.category())) {
      row.category().write(out);
    }
    Varint.write(out, row.attributes().size());
    for (RequestAttribute attribute : row.attributes()) {
      if (attributes.writeNumber(out, attribute)) {
        names.writeName(out, attribute.service());
        names.writeName(out, attribute.key());
        names.writeName(out, attribute.value());
      }
    }
    PathTimes path = row.path();
    Varint.write(out, path.size());
    for (int node = 0; node < path.size(); node++) {
      Varint.write(out, path.parent(node) + 1);
      writeStep(path.step(node), out);
      Varint.write(out, path.exclusiveNanos(node));
    }
    out.writeDouble(row.weight());
  }

  private void writeStep(PathStep step, DataOutput out) throws IOException {
    if (steps.writeNumber(out, step)) {
      names.writeFrame(out, step.frame());
      names.writeName(out, step.callee().orElse(NO_CALLEE));
    }
  }

  private RequestRow readRow(DataInput in) throws IOException {
    return new RequestRow(
        new TraceId(in.readLong(), in.readLong()),
        in.readLong(),
        Varint.read(in),
        in.readBoolean(),
        categories.read(in, CallTreeSignature::read),
        readAttributes(in),
        readPath(in),
        in.readDouble());
  }

  private List<RequestAttribute> readAttributes(DataInput in) throws IOException {
    List<RequestAttribute> read = new ArrayList<>();
    for (int left = Varint.readUpTo(in, Integer.MAX_VALUE); left > 0; left--) {
      read.add(attributes.read(in, this::readAttribute));
    }
    return read;
  }

  private RequestAttribute readAttribute(DataInput in) throws IOException {
    return new RequestAttribute(names.readName(in), names.readName(in), names.readName(in));
  }

  private PathTimes readPath(DataInput in) throws IOException {
    int size = Varint.readUpTo(in, Integer.MAX_VALUE);
    int[] parent = new int[size];
    PathStep[] step = new PathStep[size];
    long[] exclusiveNanos = new long[size];
    for (int node = 0; node < size; node++) {
      parent[node] = Varint.readUpTo(in, node) - 1;
      step[node] = steps.read(in, this::readStep);
      exclusiveNanos[node] = Varint.read(in);
    }
    return new PathTimes(parent, step, exclusiveNanos);
  }

  private PathStep readStep(DataInput in) throws IOException {
    Frame frame = names.readFrame(in);
    String callee = names.readName(in);
    return callee.isEmpty() ? PathStep.of(frame) : PathStep.edge(frame, callee);
  }
}
