package io.tracemill.analysis.profile;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.signature.CanonicalForm.Node;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A category's form, if there is one, in the bytes of an {@link EndpointAccumulator}: how many
 * nodes, 0 for no form, whether there would be more, and by node its depth, frame, run and mark.
 */
final class TabledForm {
  private TabledForm() {}

  static void collectSteps(CanonicalForm form, Set<PathStep> into) {
    form.nodes().forEach(node -> into.add(PathStep.of(node.frame())));
  }

  static void write(DataOutput out, Optional<CanonicalForm> form, ProfileTables tables)
      throws IOException {
    if (form.isEmpty()) {
      Varint.write(out, 0);
      return;
    }
    Varint.write(out, form.get().nodes().size());
    out.writeBoolean(form.get().truncated());
    for (Node node : form.get().nodes()) {
      Varint.write(out, node.depth());
      tables.writeStep(out, PathStep.of(node.frame()));
      Varint.write(out, 2L * node.run() + (node.async() ? 1 : 0));
    }
  }

  static Optional<CanonicalForm> read(DataInput in, ProfileTables tables) throws IOException {
    int size = Varint.readUpTo(in, Integer.MAX_VALUE);
    if (size == 0) {
      return Optional.empty();
    }
    boolean truncated = in.readBoolean();
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      int depth = Varint.readUpTo(in, i);
      PathStep step = tables.readStep(in);
      long runAndMark = Varint.read(in);
      nodes.add(new Node(depth, step.frame(), (runAndMark & 1) != 0, (int) (runAndMark >>> 1)));
    }
    return Optional.of(new CanonicalForm(nodes, truncated));
  }
}
