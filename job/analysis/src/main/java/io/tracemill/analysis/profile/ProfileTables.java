package io.tracemill.analysis.profile;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.varint.Text;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The steps, flows and attributes of everything in an {@link EndpointAccumulator}, each written
 * once and known by its index from then on; so are the names in them. Frames are written as steps
 * without a callee.
 */
final class ProfileTables {
  private static final String NO_CALLEE = "";

  private final IndexTable<PathStep> steps;
  private final IndexTable<CallTreeSignature> flows;
  private final IndexTable<RequestAttribute> attributes;

  private ProfileTables(
      IndexTable<PathStep> steps,
      IndexTable<CallTreeSignature> flows,
      IndexTable<RequestAttribute> attributes) {
    this.steps = steps;
    this.flows = flows;
    this.attributes = attributes;
  }

  /** Tables to be written. */
  static ProfileTables of(
      Set<PathStep> steps, Set<CallTreeSignature> flows, Set<RequestAttribute> attributes) {
    return new ProfileTables(IndexTable.of(steps), IndexTable.of(flows), IndexTable.of(attributes));
  }

  void writeStep(DataOutput out, PathStep step) throws IOException {
    steps.writeIndex(out, step);
  }

  PathStep readStep(DataInput in) throws IOException {
    return steps.readIndex(in);
  }

  void writeFlow(DataOutput out, CallTreeSignature flow) throws IOException {
    flows.writeIndex(out, flow);
  }

  CallTreeSignature readFlow(DataInput in) throws IOException {
    return flows.readIndex(in);
  }

  void writeAttribute(DataOutput out, RequestAttribute attribute) throws IOException {
    attributes.writeIndex(out, attribute);
  }

  RequestAttribute readAttribute(DataInput in) throws IOException {
    return attributes.readIndex(in);
  }

  void write(DataOutput out) throws IOException {
    IndexTable<String> names = IndexTable.of(names());
    Varint.write(out, names.entries().size());
    for (String name : names.entries()) {
      Text.write(out, name);
    }
    Varint.write(out, steps.entries().size());
    for (PathStep step : steps.entries()) {
      names.writeIndex(out, step.frame().service());
      names.writeIndex(out, step.frame().operation());
      names.writeIndex(out, step.callee().orElse(NO_CALLEE));
    }
    Varint.write(out, flows.entries().size());
    for (CallTreeSignature flow : flows.entries()) {
      writeSignature(out, flow);
    }
    Varint.write(out, attributes.entries().size());
    for (RequestAttribute attribute : attributes.entries()) {
      names.writeIndex(out, attribute.service());
      names.writeIndex(out, attribute.key());
      names.writeIndex(out, attribute.value());
    }
  }

  private Set<String> names() {
    Set<String> names = new HashSet<>();
    for (PathStep step : steps.entries()) {
      names.add(step.frame().service());
      names.add(step.frame().operation());
      names.add(step.callee().orElse(NO_CALLEE));
    }
    for (RequestAttribute attribute : attributes.entries()) {
      names.addAll(List.of(attribute.service(), attribute.key(), attribute.value()));
    }
    return names;
  }

  static ProfileTables read(DataInput in) throws IOException {
    IndexTable<String> names = readNames(in);
    List<PathStep> steps = readSteps(in, names);
    List<CallTreeSignature> flows = new ArrayList<>();
    List<RequestAttribute> attributes = new ArrayList<>();
    int flowCount = Varint.readUpTo(in, Integer.MAX_VALUE);
    for (int i = 0; i < flowCount; i++) {
      flows.add(readSignature(in));
    }
    int attributeCount = Varint.readUpTo(in, Integer.MAX_VALUE);
    for (int i = 0; i < attributeCount; i++) {
      String service = names.readIndex(in);
      attributes.add(new RequestAttribute(service, names.readIndex(in), names.readIndex(in)));
    }
    return new ProfileTables(
        IndexTable.read(steps), IndexTable.read(flows), IndexTable.read(attributes));
  }

  private static IndexTable<String> readNames(DataInput in) throws IOException {
    int size = Varint.readUpTo(in, Integer.MAX_VALUE);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      names.add(Text.read(in));
    }
    return IndexTable.read(names);
  }

  private static List<PathStep> readSteps(DataInput in, IndexTable<String> names)
      throws IOException {
    int size = Varint.readUpTo(in, Integer.MAX_VALUE);
    List<PathStep> steps = new ArrayList<>();
    Frame frame = Frame.of("", "");
    for (int i = 0; i < size; i++) {
      String service = names.readIndex(in);
      String operation = names.readIndex(in);
      String callee = names.readIndex(in);
      // A frame's own step and its edges stand together and share the frame.
      if (!frame.service().equals(service) || !frame.operation().equals(operation)) {
        frame = Frame.of(service, operation);
      }
      steps.add(callee.isEmpty() ? PathStep.of(frame) : PathStep.edge(frame, callee));
    }
    return steps;
  }

  private static void writeSignature(DataOutput out, CallTreeSignature signature)
      throws IOException {
    out.writeLong(signature.high());
    out.writeLong(signature.low());
  }

  private static CallTreeSignature readSignature(DataInput in) throws IOException {
    return new CallTreeSignature(in.readLong(), in.readLong());
  }
}
