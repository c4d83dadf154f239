package io.tracemill.console.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.console.feed.TestRecords;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EventsTest {
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final List<BufferedReader> pages = new ArrayList<>();
  private TestConsole console;

  @BeforeEach
  void start() throws Exception {
    console = TestConsole.start(TestConsole.OPEN);
  }

  @AfterEach
  void stop() throws Exception {
    for (BufferedReader page : pages) {
      page.close();
    }
    console.close();
  }

  private record Event(String name, String data) {}

  private BufferedReader listen() throws Exception {
    HttpResponse<InputStream> response =
        client.send(
            HttpRequest.newBuilder(console.address("/api/v1/events")).build(),
            HttpResponse.BodyHandlers.ofInputStream());
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type")).contains("text/event-stream");
    BufferedReader page = new BufferedReader(new InputStreamReader(response.body(), UTF_8));
    pages.add(page);
    return page;
  }

  /** The next event; comments are none. */
  private static Event next(BufferedReader page) throws IOException {
    String name = "";
    for (String line = page.readLine(); line != null; line = page.readLine()) {
      if (line.startsWith("event: ")) {
        name = line.substring("event: ".length());
      } else if (line.startsWith("data: ")) {
        return new Event(name, line.substring("data: ".length()));
      }
    }
    throw new IOException("the stream ended");
  }

  @Test
  void theFirstEventIsTheStatus() throws Exception {
    Event first = next(listen());
    assertThat(first.name()).isEqualTo("status");
    assertThat(first.data()).isEqualTo(console.ask("GET", "/api/v1/status").body());
  }

  @Test
  void fiftyPagesAreToldOfARecord() throws Exception {
    for (int i = 0; i < 50; i++) {
      assertThat(next(listen()).name()).isEqualTo("status");
    }
    long newest = TestConsole.NOON + TestRecords.MINUTE;
    TestRecords.accept(console.picture(), TestRecords.profile(TestRecords.BUY, newest, 60));
    for (BufferedReader page : pages) {
      List<Event> events = List.of(next(page), next(page));
      assertThat(events).extracting(Event::name).containsExactlyInAnyOrder("status", "changed");
      assertThat(events).extracting(Event::data).allMatch(data -> data.contains("" + newest));
    }
  }
}
