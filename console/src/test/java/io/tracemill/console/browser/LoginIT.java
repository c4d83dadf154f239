package io.tracemill.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.console.Console;
import io.tracemill.console.DirectoryConsole;
import io.tracemill.console.server.Access;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page that asks for the token, in a browser. */
@Tag("slow")
@Timeout(300)
final class LoginIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String TOKEN = "a-token-of-24-characters";
  private static final String PASTED = "#/endpoints?sort=-p95";

  @Test
  void theTokenOpensThePageThatWasAskedFor(@TempDir Path directory) throws Exception {
    Access access = new Access("127.0.0.1", Optional.empty(), Optional.of(TOKEN), Optional.empty());
    try (Browser browser = Browser.open();
        Console console = DirectoryConsole.start(directory, "", 0, access)) {
      browser.load(console.address() + PASTED);
      browser.type("#token", "wrong");
      browser.click("button");
      browser.awaitElement(".refused:not([hidden])", PATIENCE);
      browser.type("#token", TOKEN);
      browser.click("button");
      browser.settle();

      assertThat(browser.evaluate("return location.hash").asText()).isEqualTo(PASTED);
      assertThat(browser.text("h1")).isEqualTo("Endpoints");
      assertThat(browser.evaluate("return document.cookie").asText()).isEmpty();
    }
  }
}
