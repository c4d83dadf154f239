package io.tracemill.bench.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.cli.process.Patience;
import io.tracemill.cli.results.Results;
import io.tracemill.connectors.output.ResultStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The job's own account of the records that it read.
 *
 * @param job its newest account, which is cumulative
 */
record Accounts(JsonNode job) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Reads the results of a stage until they account for {@code records} records, and at most {@code
   * openSpans} spans are open.
   *
   * @throws AssertionError if that takes more than a few minutes
   */
  static Accounts await(String bootstrapServers, Stage stage, long records, int openSpans) {
    Map<String, String> client = Map.of("bootstrap.servers", bootstrapServers);
    Accounts[] newest = {new Accounts(JSON.createObjectNode())};
    Patience.until(
        "the job accounts for %d records".formatted(records),
        () -> {
          newest[0] = read(client, ResultStream.QUALITY.topic(stage.prefix()));
          return newest[0].count("records", "received") >= records
              && newest[0].count("spans", "open") <= openSpans;
        });
    return newest[0];
  }

  /**
   * Parses only the job's records, as a busy topic holds many endpoint records for each of them.
   */
  private static Accounts read(Map<String, String> client, String topic) throws IOException {
    List<byte[]> ofJob = new ArrayList<>();
    Results.forEach(
        client,
        topic,
        record -> {
          if (new String(record.key(), UTF_8).startsWith("job\0")) {
            ofJob.add(record.value());
          }
        });
    List<JsonNode> accounts = new ArrayList<>();
    for (byte[] each : ofJob) {
      accounts.add(JSON.readTree(each));
    }
    return new Accounts(Results.accounts(accounts));
  }

  private long count(String of, String what) {
    return job.path(of).path(what).asLong();
  }

  /** Whether every record sent and every span decoded is accounted for exactly once. */
  boolean addUp(long recordsSent) {
    return Results.accountedSpans(job) == count("spans", "decoded")
        && count("records", "received") == recordsSent
        && count("records", "decoded") + count("records", "deadLettered") == recordsSent;
  }

  /** The error in the accounts if not all spans sent are in complete traces; otherwise empty. */
  String complaint(Sent sent) {
    boolean all =
        addUp(sent.records())
            && count("spans", "used") == sent.spans()
            && count("records", "deadLettered") == 0
            && count("traces", "incomplete") == 0;
    return all ? "" : "not all of %s was used in complete traces: %s".formatted(sent, job);
  }

  /** The error if no endpoint was watched; otherwise empty. */
  String complaintOfNoWatch() {
    return count("windows", "watching") > 0
        ? ""
        : "no endpoint was watched: take more --spans, a lower --event-rate or a shorter --pane, so"
            + " that there are more than six panes";
  }

  /** The number of panes judged, by state. */
  String judged() {
    return "panes of endpoints: %,d watched, %,d learning, %,d blind"
        .formatted(
            count("windows", "watching"), count("windows", "learning"), count("windows", "blind"));
  }
}
