package io.tracemill.bench.endtoend;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.cli.results.Results;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What the job says became of what it read: its latest account of itself, which is cumulative. */
record Accounts(JsonNode job) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Reads the topic of the accounts to its end. */
  static Accounts read(String bootstrapServers, String topic) throws IOException {
    List<JsonNode> quality = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : Results.recordsIn(bootstrapServers, topic)) {
      quality.add(JSON.readTree(record.value()));
    }
    return new Accounts(Results.accounts(quality));
  }

  /**
   * What is wrong with them, if all of the topic should be in complete traces; empty if nothing.
   */
  String complaint(Topic topic) {
    JsonNode spans = job.path("spans");
    if (spans.path("decoded").asLong() != Results.accountedSpans(job)) {
      return "the accounts do not add up: " + job;
    }
    boolean all =
        spans.path("used").asLong() == topic.spans()
            && job.path("records").path("decoded").asLong() == topic.records()
            && job.path("traces").path("incomplete").asLong() == 0;
    return all ? "" : "not all %s were used in complete traces: %s".formatted(topic, job);
  }

  /** What is wrong with them, if endpoints should have been watched; empty if nothing. */
  String complaintOfNoWatch() {
    return panes("watching") > 0
        ? ""
        : "no endpoint was watched: take more --spans, a lower --event-rate or a shorter --pane, so"
            + " that there are more than six panes";
  }

  /** How many panes of endpoints were judged, and in which state. */
  String judged() {
    long watched = panes("watching");
    long learning = panes("learning");
    long blind = panes("blind");
    return "panes of endpoints: %,d judged, of which %,d watched, %,d learning, %,d blind"
        .formatted(watched + learning + blind, watched, learning, blind);
  }

  private long panes(String state) {
    return job.path("windows").path(state).asLong();
  }
}
