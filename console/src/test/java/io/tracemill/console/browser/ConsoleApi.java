package io.tracemill.console.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.stream.Collectors;

/** The answers of a console, asked without a browser. */
final class ConsoleApi {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient client = HttpClient.newHttpClient();
  private final String address;

  /**
   * Asks nothing yet.
   *
   * @param address that of the console's first page
   */
  ConsoleApi(String address) {
    this.address = address;
  }

  /** The answer to a question. */
  JsonNode get(String path, Map<String, String> parameters)
      throws IOException, InterruptedException {
    return answer(HttpRequest.newBuilder(uri(path + "?" + query(parameters))).build());
  }

  /** The answer to a question without parameters. */
  JsonNode get(String path) throws IOException, InterruptedException {
    return answer(HttpRequest.newBuilder(uri(path)).build());
  }

  /** The answer to a question that is JSON. */
  JsonNode post(String path, Map<String, ?> body) throws IOException, InterruptedException {
    return answer(
        HttpRequest.newBuilder(uri(path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)))
            .build());
  }

  private URI uri(String path) {
    return URI.create(address + "api/v1/" + path);
  }

  private JsonNode answer(HttpRequest request) throws IOException, InterruptedException {
    var response = client.send(request, BodyHandlers.ofString(UTF_8));
    assertThat(response.statusCode()).as("%s: %s", request.uri(), response.body()).isEqualTo(200);
    return JSON.readTree(response.body());
  }

  /** Parameters as the part of an address. */
  static String query(Map<String, String> parameters) {
    return parameters.entrySet().stream()
        .map(each -> each.getKey() + "=" + URLEncoder.encode(each.getValue(), UTF_8))
        .collect(Collectors.joining("&"));
  }
}
