package io.tracemill.connectors.json;

import io.tracemill.connectors.decoding.AttributeKeys;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.decoding.ResourceDraft;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The processes of a Jaeger trace by their ids. Reused. */
final class JsonProcesses {
  private final AttributeKeys keys;

  /** The number of processes to keep from record to record. */
  private static final int KEPT = 4096;

  private final Map<String, ResourceDraft> byId = new HashMap<>();
  private final List<ResourceDraft> spare = new ArrayList<>();

  JsonProcesses(AttributeKeys keys) {
    this.keys = keys;
  }

  void clear() {
    byId.values().stream().limit(KEPT - spare.size()).forEach(spare::add);
    byId.clear();
  }

  /** Reads the current object of processes. */
  void read(JsonInput json, JsonSpanReader reader) throws IOException, MalformedRecordException {
    if (!json.object()) {
      return;
    }
    while (json.nextMember()) {
      ResourceDraft process =
          spare.isEmpty() ? new ResourceDraft(keys) : spare.remove(spare.size() - 1);
      process.clear();
      byId.put(json.member(), process);
      reader.readProcess(process);
    }
  }

  /** Gives {@code span} its process, if that is known. */
  void resolve(JsonSpan span) {
    span.resolve(byId.getOrDefault(span.processId, span.resource()));
  }
}
