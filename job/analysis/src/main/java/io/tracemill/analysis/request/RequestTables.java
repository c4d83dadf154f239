package io.tracemill.analysis.request;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.NameTable;
import io.tracemill.analysis.varint.NumberedTable;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What the bytes of requests and of their sums repeat; each is written once, at its first use. */
public final class RequestTables extends NameTable {
  private static final String NO_CALLEE = "";
  private static final int WHOLE = 0;
  private static final int EDGE = 1;
  private static final int OPERATION = 2;
  private static final int SERVICE = 3;

  private final NumberedTable<PathStep> steps = new NumberedTable<>();
  private final NumberedTable<CallTreeSignature> categories = new NumberedTable<>();
  private final NumberedTable<RequestAttribute> attributes = new NumberedTable<>();

  public void writeStep(DataOutput out, PathStep step) throws IOException {
    if (steps.writeNumber(out, step)) {
      writeFrame(out, step.frame());
      writeName(out, step.callee().orElse(NO_CALLEE));
    }
  }

  public PathStep readStep(DataInput in) throws IOException {
    return steps.read(in, this::readNewStep);
  }

  private PathStep readNewStep(DataInput in) throws IOException {
    Frame frame = readFrame(in);
    String callee = readName(in);
    return callee.isEmpty() ? PathStep.of(frame) : PathStep.edge(frame, callee);
  }

  public void writeCategory(DataOutput out, CallTreeSignature category) throws IOException {
    if (categories.writeNumber(out, category)) {
      category.write(out);
    }
  }

  public CallTreeSignature readCategory(DataInput in) throws IOException {
    return categories.read(in, CallTreeSignature::read);
  }

  public void writeAttributes(DataOutput out, List<RequestAttribute> all) throws IOException {
    Varint.write(out, all.size());
    for (RequestAttribute attribute : all) {
      if (attributes.writeNumber(out, attribute)) {
        writeName(out, attribute.service());
        writeName(out, attribute.key());
        writeName(out, attribute.value());
      }
    }
  }

  public List<RequestAttribute> readAttributes(DataInput in) throws IOException {
    List<RequestAttribute> all = new ArrayList<>();
    for (int left = Varint.readUpTo(in, Integer.MAX_VALUE); left > 0; left--) {
      all.add(attributes.read(in, this::readNewAttribute));
    }
    return all;
  }

  private RequestAttribute readNewAttribute(DataInput in) throws IOException {
    return new RequestAttribute(readName(in), readName(in), readName(in));
  }

  public void writePlace(DataOutput out, Place place) throws IOException {
    if (place instanceof Place.Edge edge) {
      out.writeByte(EDGE);
      writeName(out, edge.caller());
      writeName(out, edge.callee());
    } else if (place instanceof Place.Operation operation) {
      out.writeByte(OPERATION);
      writeFrame(out, operation.frame());
    } else if (place instanceof Place.Service service) {
      out.writeByte(SERVICE);
      writeName(out, service.service());
    } else {
      out.writeByte(WHOLE);
    }
  }

  public Place readPlace(DataInput in) throws IOException {
    int kind = in.readUnsignedByte();
    return switch (kind) {
      case WHOLE -> Place.Request.WHOLE;
      case EDGE -> new Place.Edge(readName(in), readName(in));
      case OPERATION -> new Place.Operation(readFrame(in));
      case SERVICE -> new Place.Service(readName(in));
      default -> throw new IOException("a place of unknown kind " + kind);
    };
  }
}
