package io.tracemill.console.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.tracemill.console.api.ApiException;
import io.tracemill.console.mcp.McpService;
import java.io.IOException;
import java.util.Optional;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Answers agents over streamable HTTP: each message is a POST, each answer its response. The server
 * sends nothing of its own accord, so there is no stream to GET.
 */
public final class McpHandler extends PathHandler {
  static final String PATH = "/mcp";

  private final McpService service;

  /** Passes messages to this service. */
  public McpHandler(McpService service) {
    super(PATH);
    this.service = requireNonNull(service, "service");
  }

  @Override
  void answer(Request request, Response response, Callback callback) throws IOException {
    if (!HttpMethod.POST.is(request.getMethod())) {
      response.getHeaders().put(HttpHeader.ALLOW, "POST");
      throw new ApiException(405, "method", "send each message with POST");
    }
    Optional<String> answer = service.answer(ApiHandler.body(request));
    int status = answer.isPresent() ? 200 : 202;
    byte[] body = answer.orElse("").getBytes(UTF_8);
    Answers.write(response, callback, status, Answers.JSON, body);
  }
}
