package io.tracemill.connectors.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tracemill.analysis.explanation.CategoryMutation;
import io.tracemill.analysis.explanation.ExplainedIncident;
import io.tracemill.analysis.explanation.FormerMutations.Category;
import io.tracemill.analysis.incident.Finding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Writes what an incident consists of for {@link ResultStream#MUTATIONS}: its findings, and the
 * categories that explain it; of a resolved one also those that it had before, each as it was last.
 * One instance serves one thread.
 */
public final class MutationJson {
  private final JsonBuffer buffer = new JsonBuffer();
  private final RecordLimits limits;

  /** What a mutation says: fields in an object that has begun. */
  @FunctionalInterface
  private interface Body {
    void write(JsonGenerator json, Room room, FormJson tree) throws IOException;
  }

  public MutationJson(RecordLimits limits) {
    this.limits = requireNonNull(limits, "limits");
  }

  /**
   * A record of each, findings first, the largest contribution first; its key is the id, its
   * timestamp when the incident was judged.
   */
  public List<ResultRecord> records(ExplainedIncident explained) {
    List<String> ids = ids(explained);
    List<Body> bodies = bodies(explained);
    List<ResultRecord> records = new ArrayList<>();
    for (int i = 0; i < ids.size(); i++) {
      records.add(record(explained, ids.get(i), bodies.get(i)));
    }
    return records;
  }

  /** The ids of all, in the order of the records. */
  static List<String> ids(ExplainedIncident explained) {
    List<String> ids = new ArrayList<>();
    findings(explained).forEach(finding -> ids.add(finding.id()));
    categories(explained).forEach(category -> ids.add(id(explained, category.mutation())));
    return ids;
  }

  private static String id(ExplainedIncident explained, CategoryMutation category) {
    String parts = explained.incident().id() + category.flow().hex() + category.kind().label();
    return UUID.nameUUIDFromBytes(parts.getBytes(UTF_8)).toString().replace("-", "");
  }

  private static List<Finding> findings(ExplainedIncident explained) {
    return Stream.concat(
            explained.incident().findings().stream(), explained.former().findings().stream())
        .toList();
  }

  private static List<Category> categories(ExplainedIncident explained) {
    return Stream.concat(
            explained.explanation().stream()
                .flatMap(
                    why ->
                        why.mutations().stream()
                            .map(
                                each ->
                                    new Category(
                                        why.endpoint(), why.baseline(), why.window(), each))),
            explained.former().categories().stream())
        .toList();
  }

  private static List<Body> bodies(ExplainedIncident explained) {
    List<Body> bodies = new ArrayList<>();
    for (Finding finding : findings(explained)) {
      int rank = bodies.size() + 1;
      bodies.add((json, room, tree) -> FindingJson.write(json, finding, rank, room));
    }
    int findings = bodies.size();
    for (Category category : categories(explained)) {
      int rank = bodies.size() - findings + 1;
      bodies.add((json, room, tree) -> CategoryJson.write(json, category, rank, room, tree));
    }
    return bodies;
  }

  private ResultRecord record(ExplainedIncident explained, String id, Body body) {
    Body whole =
        (json, room, tree) -> {
          json.writeStartObject();
          json.writeStringField("id", id);
          ExplanationJson.status(json, explained.incident());
          json.writeStringField("incident", explained.incident().id());
          json.writeNumberField("sinceMillis", explained.incident().sinceMillis());
          body.write(json, room, tree);
          SubjectJson.culprits(json, explained.incident().culprits(), room);
          ExplanationJson.evidence(json, explained, room);
          json.writeEndObject();
        };
    return new ResultRecord(
        ResultStream.MUTATIONS, WellFormed.key(id), value(whole), explained.incident().endMillis());
  }

  /** The tree takes what all else leaves, which is half of the record or more. */
  private byte[] value(Body body) {
    Room room = Room.within(limits.maxBytes() / 2, tried -> bytesWithoutTree(body, tried));
    int bytesLeft = limits.maxBytes() - bytesWithoutTree(body, room);
    return buffer.write(json -> body.write(json, room, tree(bytesLeft, room)));
  }

  private int bytesWithoutTree(Body body, Room room) {
    return buffer.measure(json -> body.write(json, room, tree(0, room)));
  }

  private FormJson tree(int maxBytes, Room room) {
    return new FormJson(limits.maxDepth(), maxBytes, room);
  }
}
