package io.tracemill.console.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.connectors.output.RecordJson;
import io.tracemill.console.api.ApiException;
import java.nio.ByteBuffer;
import java.util.Map;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Writes whole responses. */
final class Answers {
  static final String JSON = "application/json";

  private Answers() {}

  /** Writes the body and ends the response. */
  static void write(
      Response response, Callback callback, int status, String contentType, byte[] body) {
    response.setStatus(status);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, contentType);
    if (!response.getHeaders().contains(HttpHeader.CACHE_CONTROL)) {
      response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
    }
    response.write(true, ByteBuffer.wrap(body), callback);
  }

  /** Writes an error in the form that all errors of the API have. */
  static void error(Response response, Callback callback, int status, String code, String message) {
    Object body = Map.of("error", Map.of("code", code, "message", message));
    write(response, callback, status, JSON, RecordJson.bytes(body));
  }

  static void error(Response response, Callback callback, ApiException e) {
    error(response, callback, e.status(), e.code(), String.valueOf(e.getMessage()));
  }

  static void text(Response response, Callback callback, int status, String text) {
    write(response, callback, status, "text/plain;charset=utf-8", text.getBytes(UTF_8));
  }
}
