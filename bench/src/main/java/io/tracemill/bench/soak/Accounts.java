package io.tracemill.bench.soak;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.cli.process.Patience;
import io.tracemill.cli.results.Results;
import io.tracemill.connectors.output.ResultStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/** What the job says became of what it read: its newest account of itself, which is cumulative. */
final class Accounts {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration POLL = Duration.ofMillis(200);

  private JsonNode newest = JSON.createObjectNode();

  private Accounts() {}

  /**
   * Reads the results of a job with that prefix until they account for so many records, and no more
   * spans are open than the last ones that were sent.
   *
   * @throws AssertionError if they do not for minutes
   */
  static Accounts await(String bootstrapServers, String prefix, long records, int openSpans) {
    Accounts accounts = new Accounts();
    try (KafkaConsumer<byte[], byte[]> consumer =
        Results.oldest(
            Map.of("bootstrap.servers", bootstrapServers),
            ResultStream.QUALITY.topic(prefix),
            "read_committed")) {
      Patience.until(
          "the job accounts for %d records".formatted(records),
          () -> {
            accounts.read(consumer);
            return accounts.received() >= records && accounts.open() <= openSpans;
          });
    }
    return accounts;
  }

  /** Reads all that is there: a busy topic has a record of each endpoint for each of the job. */
  private void read(KafkaConsumer<byte[], byte[]> consumer) throws IOException {
    List<JsonNode> seen = new ArrayList<>(List.of(newest));
    ConsumerRecords<byte[], byte[]> polled = consumer.poll(POLL);
    while (!polled.isEmpty()) {
      for (ConsumerRecord<byte[], byte[]> record : polled) {
        if (new String(record.key(), UTF_8).startsWith("job\0")) {
          seen.add(JSON.readTree(record.value()));
        }
      }
      polled = consumer.poll(POLL);
    }
    newest = Results.accounts(seen);
  }

  private long open() {
    return newest.path("spans").path("open").asLong();
  }

  private long received() {
    return newest.path("records").path("received").asLong();
  }

  /**
   * Whether each record that was sent and each span that was decoded has come to exactly one end.
   */
  boolean addUp(long recordsSent) {
    JsonNode records = newest.path("records");
    return Results.accountedSpans(newest) == newest.path("spans").path("decoded").asLong()
        && received() == recordsSent
        && records.path("decoded").asLong() + records.path("deadLettered").asLong() == recordsSent;
  }

  /** The record itself. */
  @Override
  public String toString() {
    return newest.toString();
  }
}
