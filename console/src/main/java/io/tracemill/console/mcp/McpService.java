package io.tracemill.console.mcp;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
import io.tracemill.console.api.BoundedAnswer;
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
  /** The most bytes of an answer, as UTF-8 JSON. */
  static final int MAX_BYTES = 8_000;

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
        .instructions(
            "Ask incidents first; take arguments from answers. A time's name ends in its unit.")
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
      JsonNode answer = JSON.readTree(api.answer(tool.path(), new ApiQuery(texts(arguments))));
      JsonNode shaped = tool.shaped().apply(answer);
      return result(
          BoundedAnswer.of(tool.isOfNow() ? withStatus(shaped) : shaped, tool.leftOut(), MAX_BYTES),
          false);
    } catch (ApiException e) {
      return result(String.valueOf(e.getMessage()), true);
    } catch (IOException | RuntimeException e) {
      LOG.error("{} failed", tool.name(), e);
      return result("the console failed to answer; see its log", true);
    }
  }

  private static Map<String, String> texts(Map<String, Object> arguments) {
    Map<String, String> texts = new TreeMap<>();
    arguments.forEach(
        (name, value) -> {
          if (value instanceof Map || value instanceof Iterable) {
            throw ApiException.badParameter(name + ": give a text or a number");
          } else if (value != null) {
            texts.put(name, value.toString());
          }
        });
    return texts;
  }

  /** The answer and how current it is: without records, nothing being wrong would mean nothing. */
  private JsonNode withStatus(JsonNode answer) throws IOException {
    JsonNode status = JSON.readTree(api.answer("status", new ApiQuery(Map.of())));
    ObjectNode with = JSON.createObjectNode();
    with.set("feed", status.path("feed"));
    if (status.has("asOfMillis")) {
      with.set("asOfMillis", status.path("asOfMillis"));
    }
    answer.properties().forEach(field -> with.set(field.getKey(), field.getValue()));
    return with;
  }

  private static CallToolResult result(String text, boolean isError) {
    return CallToolResult.builder().addTextContent(text).isError(isError).build();
  }

  /**
   * The answer to a message, as JSON on one line; empty for a notification.
   *
   * @param message JSON
   */
  public Optional<String> answer(String message) {
    JsonNode read;
    try {
      read = JSON.readTree(message);
    } catch (JsonProcessingException e) {
      return Optional.of(error(NullNode.getInstance(), -32700, "this is not JSON"));
    }
    try {
      return answered(McpSchema.deserializeJsonRpcMessage(MAPPER, message));
    } catch (IOException | RuntimeException e) {
      return Optional.of(error(read.path("id"), -32600, "this is no request of the protocol"));
    }
  }

  private Optional<String> answered(JSONRPCMessage message) throws IOException {
    if (message instanceof JSONRPCRequest request) {
      return Optional.of(
          MAPPER.writeValueAsString(
              requireNonNull(
                  handler.handleRequest(McpTransportContext.EMPTY, request).block(),
                  "a request has an answer")));
    } else if (message instanceof JSONRPCNotification notification) {
      handler.handleNotification(McpTransportContext.EMPTY, notification).block();
    }
    return Optional.empty();
  }

  private static String error(JsonNode id, int code, String message) {
    ObjectNode answer = JSON.createObjectNode().put("jsonrpc", "2.0");
    answer.set("id", id.isValueNode() ? id : NullNode.getInstance());
    answer.putObject("error").put("code", code).put("message", message);
    return answer.toString();
  }
}
