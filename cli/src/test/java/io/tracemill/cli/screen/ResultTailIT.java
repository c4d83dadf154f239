package io.tracemill.cli.screen;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.cli.broker.EmbeddedBroker;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("slow")
@Timeout(120)
final class ResultTailIT {
  @Test
  void theStateShowsWhatIsInTheTopics() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start()) {
      broker.createTopic("tracemill.profiles.v1", 3, Map.of("cleanup.policy", "compact,delete"));
      broker.createTopic("tracemill.incidents.v1", 1, Map.of("cleanup.policy", "compact,delete"));
      broker.createTopic("tracemill.quality.v1", 1, Map.of());
      send(broker, "tracemill.profiles.v1", "broken", "{");
      send(broker, "tracemill.profiles.v1", "a", profile("GET /"));
      send(broker, "tracemill.profiles.v1", "b", profile("GET /orders"));
      send(broker, "tracemill.quality.v1", "job", Records.quality(60, 1204, 0, 0).toString());

      ScreenState state = Records.state();
      TracemillConfig config =
          TracemillConfig.defaults().with(Keys.KAFKA_BOOTSTRAP_SERVERS, broker.bootstrapServers());
      try (ResultTail tail = ResultTail.to(config, state::accept)) {
        tail.start();
        while (state.endpoints().size() < 2 || state.quality().isEmpty()) {
          assertThat(tail.failure()).isEmpty();
          Thread.onSpinWait();
        }
      }
      assertThat(ProfileScreen.of(false).render(state))
          .contains("frontend GET /orders")
          .contains("No data lost.");
    }
  }

  private static String profile(String operation) {
    JsonNode profile = Records.profile(operation, 60, 300, 40, Records.HOME_TREE);
    return profile.toString();
  }

  private static void send(EmbeddedBroker broker, String topic, String key, String value)
      throws ExecutionException, InterruptedException {
    Map<String, Object> settings = Map.of("bootstrap.servers", broker.bootstrapServers());
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
      producer.send(new ProducerRecord<>(topic, key, value)).get();
    }
  }
}
