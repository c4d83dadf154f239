package io.tracemill.console.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator.ValidationResponse;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.tracemill.cli.compare.Payments;
import io.tracemill.cli.results.CommandLineRun;
import io.tracemill.console.Console;
import io.tracemill.console.DirectoryConsole;
import io.tracemill.console.McpMain;
import io.tracemill.console.server.Access;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The protocol's own client asks a console about a recording with slower payments. */
@Tag("slow")
@Timeout(300)
@SuppressWarnings("NullAway.Init")
final class McpIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TOKEN = "secret-of-the-test";
  private static final int SLOW_SECOND = 640;

  @TempDir private static Path directory;

  private static Console console;
  private static McpSyncClient client;

  @BeforeAll
  static void start() throws Exception {
    Path input = directory.resolve("in.jsonl");
    Files.writeString(input, Payments.lines((second, version) -> second < SLOW_SECOND ? 0 : 30));
    String out = directory.resolve("out").toString();
    String store = directory.resolve("store").toString();
    CommandLineRun run =
        CommandLineRun.of("analyze", input.toString(), "--out", out, "--store", store);
    assertThat(run.status()).as(run.err()).isZero();
    console =
        DirectoryConsole.start(
            Path.of(out),
            store,
            0,
            new Access("127.0.0.1", Optional.empty(), Optional.of(TOKEN), Optional.empty()));
    client = overHttp(console, HttpRequest.newBuilder().header("Authorization", "Bearer " + TOKEN));
  }

  /** A client of a console. */
  static McpSyncClient overHttp(Console console, HttpRequest.Builder requests) {
    return client(
        HttpClientStreamableHttpTransport.builder(console.address())
            .jsonMapper(new JacksonMcpJsonMapper(JSON))
            .requestBuilder(requests)
            .build());
  }

  private static McpSyncClient client(McpClientTransport transport) {
    McpSyncClient client =
        McpClient.sync(transport)
            .jsonSchemaValidator((schema, value) -> ValidationResponse.asValid(null))
            .build();
    client.initialize();
    return client;
  }

  @AfterAll
  static void stop() throws Exception {
    client.close();
    console.close();
  }

  private static JsonNode ask(String tool, Map<String, Object> arguments) throws IOException {
    return ask(client, tool, arguments);
  }

  /** The answer of a tool, which is no error and short. */
  static JsonNode ask(McpSyncClient client, String tool, Map<String, Object> arguments)
      throws IOException {
    CallToolResult result =
        client.callTool(CallToolRequest.builder(tool).arguments(arguments).build());
    String text = text(result);
    assertThat(result.isError()).as(text).isFalse();
    assertThat(text.getBytes(UTF_8).length).isLessThanOrEqualTo(McpService.MAX_BYTES);
    return JSON.readTree(text);
  }

  private static String text(CallToolResult result) {
    return ((TextContent) result.content().get(0)).text();
  }

  @Test
  void eightToolsReadAndChangeNothing() {
    assertThat(client.listTools().tools())
        .hasSize(8)
        .allMatch(tool -> tool.annotations().readOnlyHint() && !tool.description().isEmpty());
  }

  @Test
  void fromWhatIsWrongToTheSpanThatIsSlowAreThreeCalls() throws IOException {
    JsonNode worst = ask("incidents", Map.of()).at("/incidents/0/incident");
    assertThat(worst.at("/culprits/0/service").asText()).isEqualTo("payment");
    JsonNode incident = ask("incident", Map.of("id", worst.path("id").asText())).path("incident");
    assertThat(incident.path("summary").asText()).contains("payment");

    JsonNode trace = ask("trace", Map.of("id", incident.at("/exemplars/after/0").asText()));

    JsonNode costliest = trace.at("/requests/0/spans/0");
    assertThat(costliest.path("service").asText()).isEqualTo("payment");
    assertThat(costliest.path("criticalNanos").asLong()).isGreaterThan(30_000_000);
  }

  @Test
  void allOtherQuestionsTakeTheirArgumentsFromEarlierAnswers() throws IOException {
    JsonNode endpoint = ask("endpoints", Map.of()).at("/endpoints/0/endpoint");
    Map<String, Object> name =
        Map.of(
            "service", endpoint.path("service").asText(),
            "operation", endpoint.path("operation").asText());
    assertThat(ask("profile", name).at("/paths/0/path").asText()).contains("payment");
    assertThat(ask("diagnose", name).path("findings")).isNotEmpty();
    assertThat(ask("traces", name).at("/traces/0/traceId").asText()).hasSize(32);
    JsonNode incident = ask("incidents", Map.of()).at("/incidents/0/incident");
    JsonNode compared =
        ask(
            "compare",
            Map.of(
                "before", range(incident.path("baseline")),
                "after", range(incident.path("window"))));
    assertThat(compared.path("summary").asText()).contains("payment");
  }

  private static String range(JsonNode period) {
    return period.path("startMillis").asLong() + "/" + period.path("endMillis").asLong();
  }

  @Test
  void aWrongArgumentIsAnErrorThatSaysWhatIsAllowed() {
    CallToolResult result =
        client.callTool(CallToolRequest.builder("incident").arguments(Map.of("ID", "7")).build());

    assertThat(result.isError()).isTrue();
    assertThat(text(result)).isEqualTo("incident has no parameter 'ID'; it has: id");
  }

  @Test
  void overStandardInputAndOutputTheAnswersAreTheSame() throws IOException {
    Path config = directory.resolve("tracemill.yaml");
    Files.writeString(
        config,
        "{store.path: %s, kafka.bootstrap-servers: \"127.0.0.1:1\"}"
            .formatted(directory.resolve("store")));
    ServerParameters java =
        ServerParameters.builder(Path.of(System.getProperty("java.home"), "bin/java").toString())
            .args(
                "-cp",
                System.getProperty("java.class.path"),
                McpMain.class.getName(),
                "--config",
                config.toString())
            .build();
    try (McpSyncClient other =
        client(new StdioClientTransport(java, new JacksonMcpJsonMapper(JSON)))) {
      CallToolRequest traces = CallToolRequest.builder("traces").arguments(Map.of()).build();

      assertThat(text(other.callTool(traces))).isEqualTo(text(client.callTool(traces)));
    }
  }
}
