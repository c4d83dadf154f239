package io.tracemill.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.cli.results.Results;
import java.io.IOException;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What the job says became of what it was fed with. */
final class Accounts {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String bootstrapServers;
  private final String topic;
  private final Load.Expected expected;
  private String newest = "none";

  /**
   * Nothing is read yet.
   *
   * @param topic of the job's accounts
   */
  Accounts(String bootstrapServers, String topic, Load.Expected expected) {
    this.bootstrapServers = bootstrapServers;
    this.topic = topic;
    this.expected = expected;
  }

  /**
   * Whether all spans are decoded, and none of them is open.
   *
   * @throws AssertionError if they are, and a record or a span has come to no end or to two
   */
  boolean complete() throws IOException {
    for (ConsumerRecord<byte[], byte[]> record : Results.recordsIn(bootstrapServers, topic)) {
      JsonNode accounts = JSON.readTree(record.value());
      JsonNode spans = accounts.path("spans");
      if (!spans.has("open")) {
        continue;
      }
      newest = record.timestamp() + " " + accounts;
      if (spans.path("decoded").asLong() == expected.spans() && spans.path("open").asLong() == 0) {
        assertEachHasOneEnd(accounts);
        return true;
      }
    }
    return false;
  }

  private void assertEachHasOneEnd(JsonNode accounts) {
    JsonNode records = accounts.path("records");
    assertThat(records.path("received").asLong())
        .as("records received: %s", accounts)
        .isEqualTo(expected.decoded() + expected.deadLettered());
    assertThat(records.path("decoded").asLong())
        .as("records decoded: %s", accounts)
        .isEqualTo(expected.decoded());
    assertThat(records.path("deadLettered").asLong())
        .as("records dead-lettered: %s", accounts)
        .isEqualTo(expected.deadLettered());
    assertThat(Results.accountedSpans(accounts))
        .as("spans accounted for: %s", accounts)
        .isEqualTo(expected.spans());
  }

  /** The newest that were read. */
  @Override
  public String toString() {
    return newest;
  }
}
