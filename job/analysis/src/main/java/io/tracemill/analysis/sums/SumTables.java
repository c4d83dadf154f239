package io.tracemill.analysis.sums;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.NameTable;
import io.tracemill.analysis.varint.NumberedTable;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Optional;

/**
 * The names, frames, steps and categories in the bytes of one {@link EndpointSums}; each is written
 * once.
 */
final class SumTables {
  private static final String NO_CALLEE = "";
  private static final int WHOLE = 0;
  private static final int EDGE = 1;
  private static final int OPERATION = 2;
  private static final int SERVICE = 3;

  private final NameTable names = new NameTable();
  private final NumberedTable<PathStep> steps = new NumberedTable<>();
  private final NumberedTable<CallTreeSignature> categories = new NumberedTable<>();

  void writeFrame(DataOutput out, Frame frame) throws IOException {
    names.writeFrame(out, frame);
  }

  Frame readFrame(DataInput in) throws IOException {
    return names.readFrame(in);
  }

  void writeStep(DataOutput out, PathStep step) throws IOException {
    if (steps.writeNumber(out, step)) {
      writeFrame(out, step.frame());
      names.writeName(out, step.callee().orElse(NO_CALLEE));
    }
  }

  PathStep readStep(DataInput in) throws IOException {
    return steps.read(in, this::readNewStep);
  }

  private PathStep readNewStep(DataInput in) throws IOException {
    Frame frame = readFrame(in);
    String callee = names.readName(in);
    return callee.isEmpty() ? PathStep.of(frame) : PathStep.edge(frame, callee);
  }

  void writeCategory(DataOutput out, CallTreeSignature category) throws IOException {
    if (categories.writeNumber(out, category)) {
      category.write(out);
    }
  }

  CallTreeSignature readCategory(DataInput in) throws IOException {
    return categories.read(in, CallTreeSignature::read);
  }

  void writeName(DataOutput out, String name) throws IOException {
    names.writeName(out, name);
  }

  String readName(DataInput in) throws IOException {
    return names.readName(in);
  }

  void writePlace(DataOutput out, Place place) throws IOException {
    if (place instanceof Place.Edge edge) {
      out.writeByte(EDGE);
      names.writeName(out, edge.caller());
      names.writeName(out, edge.callee());
    } else if (place instanceof Place.Operation operation) {
      out.writeByte(OPERATION);
      names.writeFrame(out, operation.frame());
    } else if (place instanceof Place.Service service) {
      out.writeByte(SERVICE);
      names.writeName(out, service.service());
    } else {
      out.writeByte(WHOLE);
    }
  }

  Place readPlace(DataInput in) throws IOException {
    int kind = in.readUnsignedByte();
    return switch (kind) {
      case WHOLE -> Place.Request.WHOLE;
      case EDGE -> new Place.Edge(names.readName(in), names.readName(in));
      case OPERATION -> new Place.Operation(names.readFrame(in));
      case SERVICE -> new Place.Service(names.readName(in));
      default -> throw new IOException("a place of unknown kind " + kind);
    };
  }

  /** Writes a category's form: whether it is known, and the form. */
  void writeForm(DataOutput out, Optional<CanonicalForm> form) throws IOException {
    out.writeBoolean(form.isPresent());
    if (form.isPresent()) {
      form.get().write(out, this::writeFrame);
    }
  }

  Optional<CanonicalForm> readForm(DataInput in) throws IOException {
    return in.readBoolean()
        ? Optional.of(CanonicalForm.read(in, this::readFrame))
        : Optional.empty();
  }
}
