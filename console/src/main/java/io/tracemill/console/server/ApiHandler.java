package io.tracemill.console.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.console.api.Api;
import io.tracemill.console.api.ApiException;
import io.tracemill.console.api.ApiQuery;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers requests to the API. */
final class ApiHandler extends Handler.Abstract {
  static final String PREFIX = "/api/v1/";

  private static final String SQL = "store/sql";

  private static final Logger LOG = LoggerFactory.getLogger(ApiHandler.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Api api;

  ApiHandler(Api api) {
    this.api = api;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    String path = Request.getPathInContext(request);
    if (!path.startsWith(PREFIX)) {
      return false;
    }
    try {
      String question = path.substring(PREFIX.length());
      Map<String, String> query = question.equals(SQL) ? statement(request) : query(request);
      byte[] answer = api.answer(question, new ApiQuery(query));
      Answers.write(response, callback, 200, Answers.JSON, answer);
    } catch (ApiException e) {
      Answers.error(response, callback, e);
    } catch (Exception e) {
      LOG.error("{} failed", path, e);
      Answers.error(response, callback, 500, "failed", "the console failed to answer; see its log");
    }
    return true;
  }

  private static Map<String, String> query(Request request) {
    if (!HttpMethod.GET.is(request.getMethod())) {
      throw new ApiException(405, "method", "use GET; only SQL needs POST");
    }
    return parameters(request);
  }

  /** SQL needs POST with JSON, which another site cannot make a browser send. */
  private static Map<String, String> statement(Request request) throws IOException {
    String type = request.getHeaders().get(HttpHeader.CONTENT_TYPE);
    if (!HttpMethod.POST.is(request.getMethod())
        || type == null
        || !type.startsWith(Answers.JSON)) {
      throw new ApiException(
          405, "method", "send SQL with POST and a JSON object (Content-Type: application/json)");
    }
    return object(body(request));
  }

  /** The decoded parameters of the query. */
  static Map<String, String> parameters(Request request) {
    Map<String, String> query = new HashMap<>();
    try {
      for (Fields.Field field : Request.extractQueryParameters(request)) {
        query.put(field.getName(), field.getValue());
      }
    } catch (RuntimeException e) {
      throw new ApiException(400, "bad-query", "the query is not UTF-8 in percent encoding");
    }
    return query;
  }

  /** The whole body, as UTF-8. */
  static String body(Request request) throws IOException {
    try {
      return Content.Source.asString(request, UTF_8);
    } catch (HttpException.RuntimeException e) {
      throw new ApiException(e.getCode(), "refused", "the body is too large");
    } catch (IllegalArgumentException e) {
      throw new ApiException(400, "bad-body", "the body is not UTF-8");
    }
  }

  private static Map<String, String> object(String text) {
    try {
      JsonNode body = JSON.readTree(text);
      if (body.isObject()) {
        Map<String, String> query = new HashMap<>();
        body.properties().forEach(each -> query.put(each.getKey(), each.getValue().asText()));
        return query;
      }
    } catch (JsonProcessingException e) {
      // Reported below.
    }
    throw new ApiException(400, "bad-body", "the body is not a JSON object");
  }
}
