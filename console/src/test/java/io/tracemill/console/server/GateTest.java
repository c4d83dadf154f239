package io.tracemill.console.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.console.server.TestConsole.Answer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class GateTest {
  private static final String TOKEN = "a-token-of-24-characters";
  private static final Access WITH_TOKEN =
      new Access("127.0.0.1", Optional.empty(), Optional.of(TOKEN), Optional.empty());
  private static final Access BEHIND_PROXY =
      new Access(
          "127.0.0.1",
          Optional.of("console.example"),
          Optional.empty(),
          Optional.of("X-Forwarded-User"));
  private static final String FORM = "Content-Type: application/x-www-form-urlencoded";

  /** All paths of the OpenAPI document, and what is beside the API. */
  private static List<String> paths(TestConsole console) throws IOException {
    List<String> paths =
        new ArrayList<>(
            List.of("/metrics", "/index.html", "/app.js", "/css/layout.css", "/nosuch"));
    String document =
        console.ask("GET", "/api/v1/openapi.json", "Authorization: Bearer " + TOKEN).body();
    new ObjectMapper()
        .readTree(document)
        .path("paths")
        .fieldNames()
        .forEachRemaining(path -> paths.add("/api/v1" + path));
    return paths;
  }

  @Test
  void nothingIsToldWithoutTheToken() throws Exception {
    try (TestConsole console = TestConsole.start(WITH_TOKEN)) {
      assertThat(paths(console)).hasSizeGreaterThan(20);
      for (String path : paths(console)) {
        for (String[] headers :
            List.of(
                new String[] {},
                new String[] {"Authorization: Bearer wrong"},
                new String[] {"Authorization: Bearer "},
                new String[] {"Authorization: Bearer " + TOKEN + "x"},
                new String[] {"Authorization: Basic " + TOKEN},
                new String[] {"Cookie: tracemill-console=" + TOKEN},
                new String[] {"Cookie: tracemill-console="},
                new String[] {"X-Forwarded-User: somebody"})) {
          Answer answer = console.ask("GET", path, headers);
          assertThat(answer.status()).as("%s %s", path, List.of(headers)).isEqualTo(401);
          assertThat(answer.body()).contains("token-required");
          assertThat(answer.body().contains("not the token"))
              .isEqualTo(String.join("", headers).startsWith("Authorization"));
        }
        assertThat(console.post(path, "{}").status()).as(path).isEqualTo(401);
      }
    }
  }

  @Test
  void theFirstPageOfAStrangerAsksForTheToken() throws Exception {
    try (TestConsole console = TestConsole.start(WITH_TOKEN)) {
      Answer page = console.ask("GET", "/");
      assertThat(page.status()).isEqualTo(401);
      assertThat(page.body()).contains("name=\"token\"").doesNotContain("app.js");
      assertThat(console.ask("GET", "/login.css").header("Content-Type")).contains("text/css");
    }
  }

  @Test
  void theBearerOfTheTokenMayAsk() throws Exception {
    try (TestConsole console = TestConsole.start(WITH_TOKEN)) {
      for (String path : List.of("/", "/api/v1/now", "/metrics", "/app.js")) {
        assertThat(console.ask("GET", path, "Authorization: Bearer " + TOKEN).status())
            .as(path)
            .isEqualTo(200);
      }
    }
  }

  @Test
  void aLoginSetsACookieThatOnlyTheServerReads() throws Exception {
    try (TestConsole console = TestConsole.start(WITH_TOKEN)) {
      Answer login = console.post("/", "token=" + TOKEN, FORM);
      assertThat(login.status()).isBetween(302, 303);
      String cookie = login.header("Set-Cookie").orElseThrow();
      assertThat(cookie)
          .containsIgnoringCase("HttpOnly")
          .containsPattern("SameSite=(Lax|Strict)")
          .doesNotContain(TOKEN);
      String pair = cookie.substring(0, cookie.indexOf(';'));
      assertThat(console.ask("GET", "/api/v1/now", "Cookie: " + pair).status()).isEqualTo(200);
      assertThat(console.ask("GET", "/", "Cookie: " + pair).body()).contains("app.js");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"token=wrong", "token=", "", "other=1", "token=%ff", "token=%"})
  void aWrongTokenSetsNoCookie(String form) throws Exception {
    try (TestConsole console = TestConsole.start(WITH_TOKEN)) {
      Answer login = console.post("/", form, FORM);
      assertThat(login.status()).as("%s", login).isIn(400, 401);
      assertThat(login.header("Set-Cookie")).isEmpty();
    }
  }

  @Test
  void aHostOfAnotherNameIsRefused() throws Exception {
    try (TestConsole console = TestConsole.start(TestConsole.OPEN)) {
      for (String host :
          List.of("evil.example", "evil.example:" + console.port(), "127.0.0.1.evil.example")) {
        for (String path : List.of("/", "/api/v1/now", "/metrics")) {
          assertThat(console.askHost(host, "GET", path).status()).as(host).isEqualTo(403);
        }
      }
      for (String host : List.of("localhost", "127.0.0.1", "[::1]")) {
        assertThat(console.askHost(host + ":" + console.port(), "GET", "/").status())
            .as(host)
            .isEqualTo(200);
      }
    }
  }

  @Test
  void anotherSiteMayNotAsk() throws Exception {
    try (TestConsole console = TestConsole.start(TestConsole.OPEN)) {
      for (String origin :
          List.of("http://evil.example", "null", "http://127.0.0.1:1", "http://localhost", "x")) {
        Answer answer = console.ask("GET", "/api/v1/now", "Origin: " + origin);
        assertThat(answer.status()).as(origin).isEqualTo(403);
        assertThat(console.post("/api/v1/store/sql", "{}", "Origin: " + origin).status())
            .isEqualTo(403);
      }
      String own = "Origin: http://127.0.0.1:" + console.port();
      assertThat(console.ask("GET", "/api/v1/now", own).status()).isEqualTo(200);
    }
  }

  @Test
  void anotherSiteCannotMakeABrowserAsk() throws Exception {
    try (TestConsole console = TestConsole.start(TestConsole.OPEN)) {
      for (String site : List.of("cross-site", "same-site")) {
        Answer answer = console.ask("GET", "/api/v1/now", "Sec-Fetch-Site: " + site);
        assertThat(answer.status()).as(site).isEqualTo(403);
      }
      assertThat(console.ask("GET", "/", "Sec-Fetch-Site: cross-site").status()).isEqualTo(200);
      assertThat(console.ask("GET", "/api/v1/now", "Sec-Fetch-Site: same-origin").status())
          .isEqualTo(200);
      assertThat(console.ask("GET", "/api/v1/store/sql?sql=SELECT+1").status()).isEqualTo(405);
      assertThat(console.post("/api/v1/store/sql", "{\"sql\":\"SELECT 1\"}", FORM).status())
          .isEqualTo(405);
    }
  }

  @Test
  void behindAProxyItsHeaderIsNeeded() throws Exception {
    try (TestConsole console = TestConsole.start(BEHIND_PROXY)) {
      assertThat(console.ask("GET", "/api/v1/now").status()).isEqualTo(401);
      assertThat(console.ask("GET", "/api/v1/now", "X-Forwarded-User: ").status()).isEqualTo(401);
      assertThat(console.askHost("console.example", "GET", "/", "X-Forwarded-User: ann").status())
          .isEqualTo(200);
      assertThat(console.askHost("evil.example", "GET", "/", "X-Forwarded-User: ann").status())
          .isEqualTo(403);
      assertThat(console.post("/", "token=", FORM).status()).isEqualTo(401);
    }
  }
}
