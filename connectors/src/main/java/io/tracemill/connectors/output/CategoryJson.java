package io.tracemill.connectors.output;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tracemill.analysis.explanation.CategoryMutation;
import io.tracemill.analysis.explanation.CategoryMutation.Precursor;
import io.tracemill.analysis.explanation.CategoryMutation.Side;
import io.tracemill.analysis.explanation.FormerMutations.Category;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.signature.CanonicalForm.Node;
import io.tracemill.connectors.json.FieldJson;
import io.tracemill.connectors.json.Room;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Writes the mutation of a category, and its precursors. */
final class CategoryJson {
  private CategoryJson() {}

  static void write(JsonGenerator json, Category explained, int rank, int maxDepth, Room room)
      throws IOException {
    CategoryMutation category = explained.mutation();
    json.writeStringField("kind", "category");
    json.writeStringField("scope", "endpoint");
    json.writeNumberField("rank", rank);
    FieldJson.frame(json, "endpoint", explained.endpoint(), room);
    json.writeObjectFieldStart("category");
    json.writeStringField("flow", category.flow().hex());
    json.writeStringField("change", category.kind().label());
    if (category.form().isPresent()) {
      tree(json, category.form().get(), maxDepth, room);
    }
    json.writeEndObject();
    side(json, "before", category.before());
    side(json, "after", category.after());
    FieldJson.ratio(json, "pValue", category.pValue());
    json.writeNumberField("contributionNanos", category.contributionNanos());
    FieldJson.period(json, "window", explained.window());
    FieldJson.period(json, "baseline", explained.baseline());
    precursors(json, room.of(category.precursors()));
  }

  /**
   * Writes {@code tree}, in preorder with as many nodes as fit, and {@code truncated}: whether
   * there are more.
   */
  private static void tree(JsonGenerator json, CanonicalForm form, int maxDepth, Room room)
      throws IOException {
    // By depth: position of the last node of that depth, the parent of the nodes just below it.
    List<Integer> path = new ArrayList<>();
    int written = 0;
    json.writeArrayFieldStart("tree");
    for (Node node : form.nodes()) {
      if (node.depth() < maxDepth && written < room.items()) {
        path.subList(node.depth(), path.size()).clear();
        json.writeStartObject();
        json.writeNumberField("parent", path.isEmpty() ? -1 : path.get(node.depth() - 1));
        FieldJson.frame(json, node.frame(), room);
        json.writeNumberField("run", node.run());
        json.writeBooleanField("async", node.async());
        json.writeEndObject();
        path.add(written++);
      }
    }
    json.writeEndArray();
    json.writeBooleanField("truncated", form.truncated() || written < form.nodes().size());
  }

  private static void side(JsonGenerator json, String name, Side side) throws IOException {
    json.writeObjectFieldStart(name);
    json.writeNumberField("traces", side.traces());
    FieldJson.ratio(json, "share", side.share());
    json.writeNumberField("meanNanos", side.meanNanos());
    FieldJson.ratio(json, "variation", side.variation());
    json.writeEndObject();
  }

  private static void precursors(JsonGenerator json, List<Precursor> precursors)
      throws IOException {
    json.writeArrayFieldStart("precursors");
    for (Precursor precursor : precursors) {
      json.writeStartObject();
      json.writeStringField("flow", precursor.flow().hex());
      FieldJson.ratio(json, "distance", 1 - precursor.similarity());
      FieldJson.ratio(json, "beforeShare", precursor.before().share());
      FieldJson.ratio(json, "afterShare", precursor.after().share());
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
