package io.tracemill.console.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.connectors.live.Picture;
import io.tracemill.connectors.live.PictureLimits;
import io.tracemill.console.Questions;
import io.tracemill.console.feed.FeedState;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.store.engine.EngineLimits;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A console that has read nothing yet. */
class McpServiceTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final McpService service =
      new McpService(
          Questions.of(
                  TracemillConfig.defaults().with(Keys.STORE_PATH, ""),
                  new Picture(PictureLimits.SCREEN),
                  () -> FeedState.of(FeedState.Kind.FILES, 0),
                  EngineLimits.DEFAULT,
                  InstantSource.fixed(Instant.EPOCH))
              .api(),
          "test");

  private JsonNode answer(String message) throws IOException {
    return JSON.readTree(service.answer(message).orElseThrow());
  }

  private JsonNode call(String tool, String arguments) throws IOException {
    return answer(
            """
            {"jsonrpc":"2.0","id":7,"method":"tools/call",\
            "params":{"name":"%s","arguments":%s}}"""
                .formatted(tool, arguments))
        .path("result");
  }

  @Test
  void noIncidentsComeWithTheStateOfWhatTheyWereReadFrom() throws IOException {
    JsonNode told = JSON.readTree(call("incidents", "{}").at("/content/0/text").asText());

    assertThat(told.path("incidents")).isEmpty();
    assertThat(told.at("/feed/kind").asText() + told.at("/feed/state").asText()).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nonsense | -32700",
        "null | -32600",
        "[] | -32600",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\"} | -32600"
      })
  void whateverIsNoRequestIsAnErrorAndTheServiceGoesOn(String message, int code)
      throws IOException {
    assertThat(answer(message).at("/error/code").asInt()).isEqualTo(code);
    assertThat(call("incidents", "{}").path("isError").asBoolean()).isFalse();
  }

  @Test
  void argumentsThatAreNullAreNotGiven() throws IOException {
    JsonNode refused = call("profile", "{\"service\":null,\"operation\":\"x\"}");

    assertThat(refused.path("isError").asBoolean()).isTrue();
    assertThat(refused.at("/content/0/text").asText())
        .isEqualTo("the parameter service is missing");
  }

  @Test
  void argumentsAreTextsOrNumbers() throws IOException {
    assertThat(call("incident", "{\"id\":{}}").at("/content/0/text").asText())
        .isEqualTo("id: give a text or a number");
  }
}
