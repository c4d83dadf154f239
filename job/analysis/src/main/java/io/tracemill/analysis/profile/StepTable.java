package io.tracemill.analysis.profile;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.varint.Text;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The steps of everything in an {@link EndpointAccumulator}, each written once and known by its
 * index from then on; so are the names in them.
 */
final class StepTable {
  private static final String NO_CALLEE = "";

  private final List<PathStep> steps;
  private final Map<PathStep, Integer> indices = new HashMap<>();

  private StepTable(List<PathStep> steps) {
    this.steps = steps;
    for (int i = 0; i < steps.size(); i++) {
      indices.put(steps.get(i), i);
    }
  }

  static StepTable of(Set<PathStep> steps) {
    return new StepTable(steps.stream().sorted().toList());
  }

  void writeStep(DataOutput out, PathStep step) throws IOException {
    Integer index = indices.get(step);
    if (index == null) {
      throw new IllegalStateException("step " + step + " is not in the table");
    }
    Varint.write(out, index);
  }

  PathStep readStep(DataInput in) throws IOException {
    return steps.get(Varint.readUpTo(in, steps.size() - 1));
  }

  void write(DataOutput out) throws IOException {
    Set<String> names = new TreeSet<>();
    for (PathStep step : steps) {
      names.add(step.frame().service());
      names.add(step.frame().operation());
      names.add(step.callee().orElse(NO_CALLEE));
    }
    Map<String, Integer> nameIndices = writeNames(out, names);
    Varint.write(out, steps.size());
    for (PathStep step : steps) {
      Varint.write(out, nameIndices.getOrDefault(step.frame().service(), 0));
      Varint.write(out, nameIndices.getOrDefault(step.frame().operation(), 0));
      Varint.write(out, nameIndices.getOrDefault(step.callee().orElse(NO_CALLEE), 0));
    }
  }

  private static Map<String, Integer> writeNames(DataOutput out, Collection<String> names)
      throws IOException {
    Map<String, Integer> indices = new HashMap<>();
    Varint.write(out, names.size());
    for (String name : names) {
      Text.write(out, name);
      indices.put(name, indices.size());
    }
    return indices;
  }

  static StepTable read(DataInput in) throws IOException {
    List<String> names = readNames(in);
    int size = Varint.readUpTo(in, Integer.MAX_VALUE);
    List<PathStep> steps = new ArrayList<>();
    Frame frame = Frame.of("", "");
    for (int i = 0; i < size; i++) {
      String service = readName(in, names);
      String operation = readName(in, names);
      String callee = readName(in, names);
      // A frame's own step and its edges stand together and share the frame.
      if (!frame.service().equals(service) || !frame.operation().equals(operation)) {
        frame = Frame.of(service, operation);
      }
      steps.add(callee.isEmpty() ? PathStep.of(frame) : PathStep.edge(frame, callee));
    }
    return new StepTable(steps);
  }

  private static List<String> readNames(DataInput in) throws IOException {
    int size = Varint.readUpTo(in, Integer.MAX_VALUE);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      names.add(Text.read(in));
    }
    return names;
  }

  private static String readName(DataInput in, List<String> names) throws IOException {
    return names.get(Varint.readUpTo(in, names.size() - 1));
  }
}
