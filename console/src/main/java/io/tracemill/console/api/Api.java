package io.tracemill.console.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.util.RawValue;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.console.picture.Picture;
import java.io.IOException;
import java.io.InputStream;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** All paths of the API below {@code /api/v1/}, and who answers them. */
public final class Api {
  private static final String OPEN_API = openApi();

  private final Map<String, Answerer> byPath = new TreeMap<>();

  /**
   * An API.
   *
   * @param index answers from the request index, by path
   * @param pastProfile answers with the profile of a past range of time
   */
  public Api(
      Picture picture,
      StatusAnswer status,
      Map<String, Answerer> index,
      Answerer pastProfile,
      InstantSource clock) {
    EndpointAnswers endpoints = new EndpointAnswers(picture);
    IncidentAnswers incidents = new IncidentAnswers(picture);
    NowAnswer now = new NowAnswer(picture, status, clock);
    byPath.put("status", query -> status.status());
    byPath.put("now", query -> now.answer());
    byPath.put("endpoints", query -> endpoints.list());
    byPath.put("endpoint/series", endpoints::series);
    byPath.put(
        "endpoint/profile",
        query ->
            query.number("from").isPresent()
                ? pastProfile.answer(query)
                : new RawValue(endpoints.profile(query.endpoint())));
    byPath.put("endpoint/records", endpoints::records);
    byPath.put("records", query -> records(picture, query));
    byPath.put("incidents", query -> incidents.list());
    byPath.put("incident", incidents::one);
    byPath.put("openapi.json", query -> new RawValue(OPEN_API));
    byPath.putAll(index);
  }

  private static Object records(Picture picture, ApiQuery query) {
    ResultStream stream =
        Streams.of(
            query,
            ResultStream.HOTSPOTS,
            ResultStream.SYSTEMS,
            ResultStream.DIAGNOSES,
            ResultStream.QUALITY);
    return ApiJson.object().set("records", ApiJson.array(picture.newestWindow(stream)));
  }

  private static String openApi() {
    try (InputStream document = Api.class.getResourceAsStream("/openapi.json")) {
      return new String(requireNonNull(document, "/openapi.json").readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException("/openapi.json cannot be read", e);
    }
  }

  /**
   * The answer to a question, as UTF-8 JSON.
   *
   * @param path below {@code /api/v1/}
   * @throws ApiException if there is no answer
   */
  public byte[] answer(String path, ApiQuery query) throws IOException {
    Answerer answerer =
        Optional.ofNullable(byPath.get(path))
            .orElseThrow(
                () ->
                    new ApiException(
                        404,
                        "unknown-path",
                        "there is no '/api/v1/%s'; see /api/v1/openapi.json".formatted(path)));
    return ApiJson.bytes(answerer.answer(query));
  }
}
