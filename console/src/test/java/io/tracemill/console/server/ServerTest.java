package io.tracemill.console.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.tracemill.console.Console;
import io.tracemill.console.DirectoryConsole;
import io.tracemill.console.server.TestConsole.Answer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the server does with requests that no page of its own sends. */
@Timeout(60)
class ServerTest {
  private static TestConsole console;

  @BeforeAll
  static void start() throws Exception {
    console = TestConsole.start(TestConsole.OPEN);
  }

  @AfterAll
  static void stop() throws Exception {
    console.close();
  }

  private static void assertRefused(Answer answer, int status) {
    assertThat(answer.status()).as("%s", answer).isEqualTo(status);
    assertThat(answer.body()).startsWith("{\"error\":{").contains("\"code\"", "\"message\"");
    assertThat(answer.header("Content-Type")).contains("application/json");
  }

  @Test
  void itServesItsPagesAndItsApi() throws IOException {
    assertThat(console.ask("GET", "/").body()).contains("<html");
    assertThat(console.ask("GET", "/app.js").header("Content-Type"))
        .hasValueSatisfying(type -> assertThat(type).contains("javascript"));
    assertThat(console.ask("GET", "/api/v1/status").body()).contains("\"state\":\"live\"");
    assertThat(console.ask("HEAD", "/").status()).isEqualTo(200);
  }

  @Test
  void aPageThatTheBrowserKnowsIsNotSentAgain() throws IOException {
    String tag = console.ask("GET", "/app.js").header("ETag").orElseThrow();
    Answer known = console.ask("GET", "/app.js", "If-None-Match: " + tag);
    assertThat(known.status()).isEqualTo(304);
    assertThat(known.body()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/../openapi.json",
        "/css/../../openapi.json",
        "/%2e%2e/openapi.json",
        "/css/%2e%2e/%2e%2e/openapi.json",
        "/..%2fopenapi.json",
        "/%2e%2e%2fopenapi.json",
        "/%252e%252e/openapi.json",
        "/..%252fopenapi.json",
        "/..\\openapi.json",
        "/..%5copenapi.json",
        "/css\\..\\..\\openapi.json",
        "/..;/openapi.json",
        "/app.js%00.html",
        "/%00",
        "//openapi.json",
        "/file:///etc/passwd",
        "/../../../../../../etc/passwd",
        "/..%2f..%2f..%2f..%2fetc%2fpasswd",
        "/io/tracemill/console/Console.class",
        "/META-INF/MANIFEST.MF",
        "/css/",
        "/nosuch.js",
        "/%ff"
      })
  void aPathThatLeadsOutOfThePagesIsRefused(String path) throws IOException {
    Answer answer = console.ask("GET", path);
    assertThat(answer.status()).as("%s", answer).isBetween(400, 499);
    assertThat(answer.body()).startsWith("{\"error\":{").doesNotContain("openapi\":", "root:");
  }

  @Test
  void headersThatAreTooLargeAreRefused() throws IOException {
    assertThat(console.ask("GET", "/", "X-Long: " + "x".repeat(40_000)).status()).isEqualTo(431);
  }

  @Test
  void aBodyThatIsTooLargeIsRefused() throws IOException {
    String body = "{\"sql\":\"" + "x".repeat(70_000) + "\"}";
    assertRefused(console.post("/api/v1/store/sql", body), 413);
    String chunk = Integer.toHexString(body.length()) + "\r\n" + body + "\r\n0\r\n\r\n";
    Answer chunked =
        console.send(
            "POST /api/v1/store/sql HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n"
                    .formatted(console.port())
                + "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                + chunk);
    assertRefused(chunked, 413);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nonsense\r\n\r\n",
        "GET\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nbad header\r\n\r\n",
        "GET http://[ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: x\r\n\r\n",
        "\u0016\u0003\u0001\r\n\r\n"
      })
  void aMalformedRequestIsRefused(String request) throws IOException {
    Answer answer = console.send(request);
    assertThat(answer.status()).as("%s", answer).isEqualTo(400);
    assertProtected(answer);
  }

  @ParameterizedTest
  @ValueSource(strings = {"DELETE", "PUT", "PATCH", "OPTIONS", "TRACE", "NONSENSE"})
  void itOnlyAnswersQuestions(String method) throws IOException {
    for (String path : List.of("/", "/api/v1/status", "/api/v1/events", "/metrics")) {
      assertRefused(console.ask(method, path), 405);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "1", "{", "null", "\"text\"", "{\"sql\":"})
  void aBodyThatIsNoJsonObjectIsRefused(String body) throws IOException {
    assertRefused(console.post("/api/v1/store/sql", body), 400);
  }

  @Test
  void aBodyThatIsNotUtf8IsRefused() throws IOException {
    assertRefused(console.post("/api/v1/store/sql", "{\"sql\":\"\u00ff\u00fe\"}"), 400);
  }

  @Test
  void aDeeplyNestedBodyIsRefused() throws IOException {
    assertRefused(console.post("/api/v1/store/sql", "{\"sql\":" + "[".repeat(60_000)), 400);
  }

  @ParameterizedTest
  @ValueSource(strings = {"service=%ff&operation=x", "service=%", "service=%zz", "service=%c3%28"})
  void aQueryThatIsNotUtf8IsRefused(String query) throws IOException {
    assertRefused(console.ask("GET", "/api/v1/endpoint/profile?" + query), 400);
    assertRefused(console.ask("GET", "/api/v1/flame?" + query), 400);
  }

  @Test
  void aParameterThatIsTooLongIsRefused() throws IOException {
    Answer answer = console.ask("GET", "/api/v1/incident?id=" + "x".repeat(20_001));
    assertRefused(answer, 400);
    assertThat(answer.body()).contains("id has 20,001 characters");
    assertThat(console.ask("GET", "/api/v1/incident?id=" + "x".repeat(20_000)).status())
        .isEqualTo(404);
  }

  @Test
  void anUnknownPathOfTheApiIsNotFound() throws IOException {
    assertRefused(console.ask("GET", "/api/v1/nosuch"), 404);
    assertRefused(console.ask("GET", "/api/v1/"), 404);
    assertRefused(console.ask("GET", "/api/v2/status"), 404);
  }

  @Test
  void aFileForAnotherViewerIsAnAttachment() throws IOException {
    Answer folded = console.ask("GET", "/api/v1/flame?format=folded&service=shop&operation=buy");
    assertThat(folded.status()).isEqualTo(200);
    assertThat(folded.header("Content-Disposition"))
        .hasValueSatisfying(value -> assertThat(value).startsWith("attachment;"));
    assertThat(folded.body()).contains("buy");
  }

  @Test
  void aPortThatIsInUseIsRefusedWithTheReason(@TempDir Path data) {
    assertThatIOException()
        .isThrownBy(() -> DirectoryConsole.start(data, "", console.port()))
        .withMessageStartingWith(
            "the console cannot listen at 127.0.0.1:%d: Address already in use", console.port());
  }

  @Test
  void aConsoleThatListensEverywherePrintsAnAddressToOpen(@TempDir Path data) throws Exception {
    Access access =
        new Access("0.0.0.0", Optional.empty(), Optional.of("12345678"), Optional.empty());
    try (Console everywhere = DirectoryConsole.start(data, "", 0, access)) {
      assertThat(everywhere.address()).startsWith("http://").doesNotContain("0.0.0.0");
    }
  }

  @Test
  void everyAnswerTellsBrowsersWhatPagesMayDo() throws IOException {
    List<Answer> answers = new ArrayList<>();
    for (String path :
        List.of(
            "/", "/app.js", "/nosuch", "/metrics", "/api/v1/now", "/api/v1/nosuch", "/%2e%2e/a")) {
      answers.add(console.ask("GET", path));
    }
    answers.add(console.ask("DELETE", "/"));
    answers.add(console.post("/api/v1/now", "x".repeat(70_000)));
    answers.add(console.ask("GET", "/", "X-Long: " + "x".repeat(40_000)));
    answers.add(console.askHost("evil.example", "GET", "/"));
    assertThat(answers).allSatisfy(ServerTest::assertProtected);
  }

  private static void assertProtected(Answer answer) {
    assertThat(answer.header("Content-Security-Policy"))
        .as("%s", answer)
        .hasValueSatisfying(
            policy ->
                assertThat(policy)
                    .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
                    .doesNotContain("unsafe"));
    assertThat(answer.header("X-Content-Type-Options")).contains("nosniff");
    assertThat(answer.header("Referrer-Policy")).contains("same-origin");
    assertThat(answer.header("Server")).isEmpty();
  }
}
