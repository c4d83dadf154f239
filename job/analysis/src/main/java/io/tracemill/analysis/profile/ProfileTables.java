package io.tracemill.analysis.profile;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.request.RequestAttribute;
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
 * The names, frames, steps, flows and attributes in the bytes of one {@link EndpointAccumulator};
 * each is written once.
 */
final class ProfileTables {
  private static final String NO_CALLEE = "";

  private final NameTable names = new NameTable();
  private final NumberedTable<PathStep> steps = new NumberedTable<>();
  private final NumberedTable<CallTreeSignature> flows = new NumberedTable<>();
  private final NumberedTable<RequestAttribute> attributes = new NumberedTable<>();

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

  void writeFlow(DataOutput out, CallTreeSignature flow) throws IOException {
    if (flows.writeNumber(out, flow)) {
      flow.write(out);
    }
  }

  CallTreeSignature readFlow(DataInput in) throws IOException {
    return flows.read(in, CallTreeSignature::read);
  }

  void writeAttribute(DataOutput out, RequestAttribute attribute) throws IOException {
    if (attributes.writeNumber(out, attribute)) {
      names.writeName(out, attribute.service());
      names.writeName(out, attribute.key());
      names.writeName(out, attribute.value());
    }
  }

  RequestAttribute readAttribute(DataInput in) throws IOException {
    return attributes.read(
        in,
        from ->
            new RequestAttribute(names.readName(from), names.readName(from), names.readName(from)));
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
