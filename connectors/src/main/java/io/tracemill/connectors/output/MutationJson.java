package io.tracemill.connectors.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tracemill.analysis.explanation.CategoryMutation;
import io.tracemill.analysis.explanation.ExplainedIncident;
import io.tracemill.analysis.explanation.FormerMutations.Category;
import io.tracemill.analysis.incident.Finding;
import io.tracemill.analysis.incident.Finding.Side;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.incident.Subject.PlaceTime;
import io.tracemill.connectors.json.FieldJson;
import io.tracemill.connectors.json.JsonBuffer;
import io.tracemill.connectors.json.JsonBuffer.BodyInRoom;
import io.tracemill.connectors.json.Room;
import io.tracemill.connectors.json.WellFormed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Writes an incident's findings, and the categories that explain it, for {@link
 * ResultStream#MUTATIONS}. A resolved incident also has the categories that explained it earlier,
 * with their latest figures. One instance serves one thread.
 */
public final class MutationJson {
  private final JsonBuffer buffer = new JsonBuffer();
  private final RecordLimits limits;

  public MutationJson(RecordLimits limits) {
    this.limits = requireNonNull(limits, "limits");
  }

  /**
   * A record of each: findings first, then the largest contribution first. Its key is the id, its
   * timestamp the time when the incident was judged.
   */
  public List<ResultRecord> records(ExplainedIncident explained) {
    List<ResultRecord> records = new ArrayList<>();
    for (Finding finding : explained.incident().findings()) {
      int rank = records.size() + 1;
      records.add(
          record(explained, finding.id(), (json, room) -> writeFinding(json, finding, rank, room)));
    }
    int findings = records.size();
    for (Category category : categories(explained)) {
      int rank = records.size() - findings + 1;
      records.add(
          record(
              explained,
              id(explained, category.mutation()),
              (json, room) -> CategoryJson.write(json, category, rank, limits.maxDepth(), room)));
    }
    return records;
  }

  /** The ids of all, in the order of the records. */
  static List<String> ids(ExplainedIncident explained) {
    List<String> ids = new ArrayList<>();
    explained.incident().findings().forEach(finding -> ids.add(finding.id()));
    categories(explained).forEach(category -> ids.add(id(explained, category.mutation())));
    return ids;
  }

  private static String id(ExplainedIncident explained, CategoryMutation category) {
    String parts = explained.incident().id() + category.flow().hex() + category.kind().label();
    return UUID.nameUUIDFromBytes(parts.getBytes(UTF_8)).toString().replace("-", "");
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

  private ResultRecord record(ExplainedIncident explained, String id, BodyInRoom body) {
    BodyInRoom whole =
        (json, room) -> {
          json.writeStartObject();
          json.writeStringField("id", id);
          FieldJson.status(json, explained.incident());
          json.writeStringField("incident", explained.incident().id());
          json.writeNumberField("sinceMillis", explained.incident().sinceMillis());
          body.write(json, room);
          SubjectJson.culprits(json, explained.incident().culprits(), room);
          FieldJson.evidence(json, explained, room);
          json.writeEndObject();
        };
    return new ResultRecord(
        ResultStream.MUTATIONS,
        WellFormed.key(id),
        buffer.write(limits.maxBytes(), Room.MOST_ITEMS, whole),
        explained.incident().endMillis());
  }

  private static void writeFinding(JsonGenerator json, Finding finding, int rank, Room room)
      throws IOException {
    json.writeStringField("kind", SubjectJson.kind(finding.subject()));
    json.writeStringField("scope", finding.endpoint().isPresent() ? "endpoint" : "system");
    json.writeNumberField("rank", rank);
    if (finding.endpoint().isPresent()) {
      FieldJson.frame(json, "endpoint", finding.endpoint().get(), room);
    } else {
      FieldJson.endpoints(json, finding.endpoints(), room);
    }
    SubjectJson.write(json, finding.subject(), room);
    side(json, "before", finding.subject(), finding.before());
    side(json, "after", finding.subject(), finding.after());
    FieldJson.ratio(json, "pValue", finding.pValue());
    json.writeNumberField("contributionNanos", finding.contributionNanos());
    FieldJson.period(json, "window", finding.window());
    FieldJson.period(json, "baseline", finding.baseline());
  }

  private static void side(JsonGenerator json, String name, Subject subject, Side side)
      throws IOException {
    json.writeObjectFieldStart(name);
    json.writeNumberField("traces", side.requests());
    json.writeNumberField("all", side.all());
    if (subject instanceof PlaceTime) {
      json.writeNumberField("meanNanos", side.meanNanos());
    } else {
      FieldJson.ratio(json, "share", side.share());
    }
    json.writeEndObject();
  }
}
