package io.tracemill.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.tracemill.cli.check.Finding.Verdict;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of the directories and services beside Kafka. */
class SurroundingsTest {
  @TempDir private Path directory;

  private TracemillConfig config() {
    return TracemillConfig.defaults()
        .with(Keys.STATE_DIRECTORY, directory.resolve("state").toString())
        .with(Keys.STORE_PATH, "");
  }

  private static Finding last(TracemillConfig config) throws InterruptedException {
    List<Finding> findings = new Surroundings(config).of(0, 0);
    return findings.get(findings.size() - 1);
  }

  @Test
  void theRoomForStateAndStoreIsSaidAndNothingIsCreated() throws Exception {
    String store = directory.resolve("a/store").toString();

    List<Finding> findings =
        new Surroundings(config().with(Keys.STORE_PATH, store)).of(1000, Long.MAX_VALUE);

    assertThat(findings).extracting(Finding::verdict).containsExactly(Verdict.OK, Verdict.WARNING);
    assertThat(findings.get(0).text()).contains("can be written, ", "checkpoints may take 2.0 kB");
    assertThat(findings.get(1).text()).contains("store.path: ", "at this rate, 14 days may take ");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aFileInThePlaceOfTheStateDirectoryIsAProblem() throws Exception {
    Files.createFile(directory.resolve("state"));

    assertThat(last(config()).verdict()).isEqualTo(Verdict.PROBLEM);
    assertThat(last(config()).text()).contains("state.directory: ", "is not a directory");
  }

  @Test
  void aStoreOfAnotherMachineIsNotChecked() throws Exception {
    assertThat(last(config().with(Keys.STORE_PATH, "s3://bucket/store")))
        .isEqualTo(
            Finding.skipped("store.path: 's3://bucket/store' is not a directory of this machine"));
  }

  @Test
  void anAlertmanagerIsAskedForItsStatus() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/api/v2/status",
        exchange -> {
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
    String url = "http://127.0.0.1:" + server.getAddress().getPort();
    try {
      assertThat(last(config().with(Keys.ALERTMANAGER_URL, url + "/")).verdict())
          .isEqualTo(Verdict.OK);
      assertThat(last(config().with(Keys.ALERTMANAGER_URL, url + "/other")).text())
          .contains("/other/api/v2/status with status 404");
    } finally {
      server.stop(0);
    }
    assertThat(last(config().with(Keys.ALERTMANAGER_URL, url)).text()).contains("does not answer");
  }

  @Test
  void aWebhookIsAskedWithoutItsSecretPathAndGetsNoMessage() throws Exception {
    List<String> asked = new ArrayList<>();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
          exchange.sendResponseHeaders(405, -1);
          exchange.close();
        });
    server.start();
    String url = "http://127.0.0.1:" + server.getAddress().getPort();
    TracemillConfig config = config().with(Keys.WEBHOOK_URL, url + "/s/ecret");
    try {
      assertThat(last(config))
          .isEqualTo(
              Finding.ok("webhook.url: '%s' answers; check sends no message".formatted(url)));
      assertThat(asked).containsExactly("GET /");
    } finally {
      server.stop(0);
    }
    assertThat(last(config).verdict()).isEqualTo(Verdict.WARNING);
    assertThat(last(config).text()).contains("does not answer").doesNotContain("ecret");
  }

  @Test
  void aDirectoryWithoutModelsIsNamed() throws Exception {
    Files.writeString(directory.resolve("a.tmam"), "no model");
    TracemillConfig config = config().with(Keys.ANOMALIES_MODELS, directory.toString());

    assertThat(last(config).verdict()).isEqualTo(Verdict.WARNING);
    assertThat(last(config).text())
        .isEqualTo(
            "anomalies.models: '%s' has 0 models, 1 file that cannot be read, and 0 models beyond"
                    .formatted(directory)
                + " anomalies.max-bytes");
  }
}
