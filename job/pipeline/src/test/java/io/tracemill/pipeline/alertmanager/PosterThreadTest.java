package io.tracemill.pipeline.alertmanager;

import static io.tracemill.pipeline.alertmanager.TestIncident.firing;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PosterThreadTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final long LAST_MILLIS = 100;

  private final SetClock clock = new SetClock();

  @SuppressWarnings("NullAway.Init")
  private FakeAlertmanager server;

  @SuppressWarnings("NullAway.Init")
  private Outbox outbox;

  @BeforeEach
  void start() throws IOException {
    server = FakeAlertmanager.start();
    outbox = new Outbox(Settings.to(server.url()), 100);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private PosterThread started(InstantSource time) {
    AlertmanagerSettings settings = Settings.to(server.url());
    PosterMetrics metrics = PosterMetrics.of(new UnregisteredMetricsGroup(), outbox);
    AlertmanagerClient client = new AlertmanagerClient(settings.alerts(), PATIENCE);
    PosterThread thread =
        new PosterThread(new Poster(settings, outbox, client, metrics, time), LAST_MILLIS);
    thread.start();
    return thread;
  }

  @Test
  void noErrorEndsIt() throws Exception {
    CountDownLatch failed = new CountDownLatch(1);
    InstantSource failingOnce =
        () -> {
          if (failed.getCount() > 0) {
            failed.countDown();
            throw new StackOverflowError("the first time");
          }
          return clock.instant();
        };
    try (PosterThread thread = started(failingOnce)) {
      failed.await();
      outbox.offer(firing("i1", 0).post(), clock.millis());
      thread.wake();
      assertThat(server.take().path("labels").path("incident").asText()).isEqualTo("i1");
    }
  }

  @Test
  void whoeverClosesItDoesNotWaitForAlertmanager() throws Exception {
    server.hang();
    outbox.offer(firing("i1", 0).post(), clock.millis());
    PosterThread thread = started(clock);
    server.take();
    thread.close();
    assertThat(outbox.untold()).hasSize(1);
  }
}
