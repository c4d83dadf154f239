package io.tracemill.console.feed;

import static io.tracemill.console.feed.TestRecords.BUY;
import static io.tracemill.console.feed.TestRecords.profile;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.cli.broker.EmbeddedBroker;
import io.tracemill.connectors.live.Picture;
import io.tracemill.connectors.live.PictureLimits;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.console.feed.FeedState.Kind;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("slow")
@Timeout(180)
class KafkaFeedIT {
  private static final long NOON = 1_700_000_000_000L;
  private static final String PROFILES = ResultStream.PROFILES.topic("tracemill");
  private static final Map<String, String> KEPT = Map.of("retention.ms", "-1");

  private final Clock clock = Clock.systemUTC();
  private final Picture picture = new Picture(PictureLimits.LIVE);

  private KafkaFeed feed(String bootstrapServers) {
    TracemillConfig config =
        TracemillConfig.defaults().with(Keys.KAFKA_BOOTSTRAP_SERVERS, bootstrapServers);
    return new KafkaFeed(config, Duration.ofHours(1), picture, clock);
  }

  private static void write(EmbeddedBroker broker, byte[] value) throws Exception {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      producer.send(new ProducerRecord<>(PROFILES, value)).get();
    }
  }

  private static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
  }

  @Test
  void thePictureStaysWhileKafkaIsAwayAndTheFeedGoesOnWhenItIsBack() throws Exception {
    EmbeddedBroker broker = EmbeddedBroker.start();
    int port = Integer.parseInt(broker.bootstrapServers().split(":", -1)[1]);
    KafkaFeed feed = feed(broker.bootstrapServers());
    try (feed) {
      assertThat(feed.state().kind()).isEqualTo(Kind.STARTING);
      broker.createTopic(PROFILES, 1, KEPT);
      write(broker, profile(BUY, NOON, 1).text().getBytes(UTF_8));
      feed.start();
      await(() -> picture.find(BUY).isPresent());
      await(() -> feed.state().kind() == Kind.LIVE);
      write(broker, "no JSON".getBytes(UTF_8));
      write(broker, profile(BUY, NOON + 1, 2).text().getBytes(UTF_8));
      await(() -> picture.find(BUY).orElseThrow().newest().traces() == 2);

      long stoppedMillis = clock.millis();
      broker.close();
      await(() -> feed.state().kind() == Kind.DOWN);
      assertThat(feed.state().sinceMillis()).isBetween(stoppedMillis, clock.millis());
      assertThat(feed.state().reason()).isPresent();
      assertThat(picture.find(BUY)).isPresent();

      try (EmbeddedBroker again = EmbeddedBroker.start(port)) {
        again.createTopic(PROFILES, 1, KEPT);
        await(() -> feed.state().kind() == Kind.LIVE);
        write(again, profile(BUY, NOON + 2, 3).text().getBytes(UTF_8));
        await(() -> picture.find(BUY).orElseThrow().newest().traces() == 3);
      }
    } finally {
      broker.close();
    }
  }

  @Test
  void aServerWithoutAnAddressIsTriedAgain() throws Exception {
    try (KafkaFeed feed = feed("nosuch.invalid:9092")) {
      feed.start();
      await(() -> feed.state().kind() == Kind.DOWN);
      assertThat(feed.state().reason())
          .hasValueSatisfying(reason -> assertThat(reason).contains("nosuch.invalid"));
    }
  }
}
