package io.tracemill.console.api;

import com.fasterxml.jackson.databind.util.RawValue;
import io.tracemill.connectors.live.Picture;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.console.resource.ResourceText;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** All paths of the API below {@code /api/v1/}, and the answerer of each. */
public final class Api {
  private static final String OPEN_API = ResourceText.of("/openapi.json");

  /** A shared answer expires after this time: the feed's state changes without the picture. */
  private static final long FRESH_MILLIS = 1_000;

  private final Map<String, Answerer> byPath = new TreeMap<>();
  private final Map<String, Shared> shared = new ConcurrentHashMap<>();
  private final Picture picture;
  private final InstantSource clock;

  private record Shared(long revision, long sinceMillis, byte[] bytes) {}

  /**
   * Combines the answers from the picture with those from the store.
   *
   * @param index answers from the store, by path
   * @param pastProfile answers with the profile of a past range of time
   */
  public Api(
      Picture picture,
      StatusAnswer status,
      Map<String, Answerer> index,
      Answerer pastProfile,
      InstantSource clock) {
    this.picture = picture;
    this.clock = clock;
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
    if (Streams.isAbsent(query)) {
      return ApiJson.object().set("records", ApiJson.array(List.of()));
    }
    ResultStream stream =
        Streams.of(query, ResultStream.HOTSPOTS, ResultStream.DEPENDENCIES, ResultStream.QUALITY);
    return ApiJson.object().set("records", ApiJson.array(picture.newestWindow(stream)));
  }

  /** All paths, without the prefix {@code /api/v1/}. */
  Set<String> paths() {
    return Set.copyOf(byPath.keySet());
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
    return query.parameters().isEmpty()
        ? shared(path, answerer, query)
        : ApiJson.bytes(answerer.answer(query));
  }

  /** Serves one answer to all pages until the picture changes; for questions without parameters. */
  private byte[] shared(String path, Answerer answerer, ApiQuery query) throws IOException {
    long revision = picture.revision();
    Shared known = shared.get(path);
    if (known != null
        && known.revision == revision
        && clock.millis() - known.sinceMillis < FRESH_MILLIS) {
      return known.bytes;
    }
    byte[] bytes = ApiJson.bytes(answerer.answer(query));
    shared.put(path, new Shared(revision, clock.millis(), bytes));
    return bytes;
  }
}
