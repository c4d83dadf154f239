package io.tracemill.console.mcp;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator.ValidationResponse;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpStatelessServerHandler;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import io.modelcontextprotocol.spec.McpStatelessServerTransport;
import io.tracemill.console.api.Api;
import io.tracemill.console.api.ApiException;
import io.tracemill.console.api.ApiQuery;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/** Answers messages of the Model Context Protocol, each on its own: there are no sessions. */
public final class McpService {
  private static final Logger LOG = LoggerFactory.getLogger(McpService.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JacksonMcpJsonMapper MAPPER = new JacksonMcpJsonMapper(JSON);

  private final Api api;
  private final McpStatelessServerHandler handler;

  /** The tools over this API. */
  public McpService(Api api, String version) {
    this.api = api;
    Received received = new Received();
    McpServer.sync(received)
        .jsonMapper(MAPPER)
        // The API checks arguments, and says what is allowed.
        .jsonSchemaValidator((schema, value) -> ValidationResponse.asValid(null))
        .validateToolInputs(false)
        .immediateExecution(true)
        .serverInfo("tracemill", version)
        .instructions("Ask incidents first; take arguments from answers. A time's name ends in its unit.")
        .capabilities(ServerCapabilities.builder().tools(false).build())
        .tools(Tools.ALL.stream().map(this::specification).toList())
        .build();
    this.handler = requireNonNull(received.handler, "the server sets it");
  }

  /** Keeps the handler that the server makes; messages come from {@link #answer}. */
  private static final class Received implements McpStatelessServerTransport {
    private @Nullable McpStatelessServerHandler handler;

    @Override
    public void setMcpHandler(McpStatelessServerHandler made) {
      handler = made;
    }

    @Override
    public Mono<Void> closeGracefully() {
      return Mono.empty();
    }
  }

  private SyncToolSpecification specification(Tool tool) {
    McpSchema.Tool described =
        McpSchema.Tool.builder(tool.name(), tool.schema())
            .description(tool.description())
            .annotations(ToolAnnotations.builder().readOnlyHint(true).build())
            .build();
    return new SyncToolSpecification(
        described,
        (context, request) ->
            call(tool, Optional.ofNullable(request.arguments()).orElse(Map.of())));
  }

  private CallToolResult call(Tool tool, Map<String, Object> arguments) {
    try {
      Map<String, String> parameters = new TreeMap<>();
      arguments.forEach((name, value) -> parameters.put(name, String.valueOf(value)));
      byte[] answer = api.answer(tool.path(), new ApiQuery(parameters));
      return result(
          BoundedAnswer.of(tool.shaped().apply(JSON.readTree(answer)), tool.leftOut()), false);
    } catch (ApiException e) {
      return result(String.valueOf(e.getMessage()), true);
    } catch (IOException | RuntimeException e) {
      LOG.error("{} failed", tool.name(), e);
      return result("the console failed to answer; see its log", true);
    }
  }

  private static CallToolResult result(String text, boolean isError) {
    return CallToolResult.builder().addTextContent(text).isError(isError).build();
  }

  /**
   * The answer to a message, as JSON on one line; empty for a notification.
   *
   * @param message JSON
   */
  public Optional<String> answer(String message) throws IOException {
    JSONRPCMessage read;
    try {
      read = McpSchema.deserializeJsonRpcMessage(MAPPER, message);
    } catch (JsonProcessingException | IllegalArgumentException e) {
      return Optional.of(
          """
          {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"not a JSON-RPC message"}}""");
    }
    if (read instanceof JSONRPCRequest request) {
      return Optional.of(
          MAPPER.writeValueAsString(
              requireNonNull(
                  handler.handleRequest(McpTransportContext.EMPTY, request).block(),
                  "a request has an answer")));
    }
    if (read instanceof JSONRPCNotification notification) {
      handler.handleNotification(McpTransportContext.EMPTY, notification).block();
    }
    return Optional.empty();
  }
}
