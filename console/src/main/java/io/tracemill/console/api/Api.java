package io.tracemill.console.api;

import com.fasterxml.jackson.databind.util.RawValue;
import io.tracemill.connectors.live.Picture;
import io.tracemill.connectors.output.RecordJson;
import io.tracemill.console.resource.ResourceText;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** All paths of the API below {@code /api/v1/}. */
public final class Api {
  private static final String OPEN_API = ResourceText.of("/openapi.json");

  /** A shared answer expires after this time: the feed's state changes without the picture. */
  private static final long FRESH_MILLIS = 1_000;

  private final Map<String, Route> byPath = new TreeMap<>();
  private final Map<String, Shared> shared = new ConcurrentHashMap<>();
  private final Picture picture;
  private final InstantSource clock;

  private record Shared(long revision, long sinceMillis, byte[] bytes) {}

  /** The API of these routes, and its own description. */
  public Api(Picture picture, List<Route> routes, InstantSource clock) {
    this.picture = picture;
    this.clock = clock;
    add(Route.of("openapi.json", RawValue.class, query -> new RawValue(OPEN_API)));
    routes.forEach(this::add);
  }

  private void add(Route route) {
    byPath.put(route.path(), route);
  }

  /** All routes, by path. */
  public Collection<Route> routes() {
    return List.copyOf(byPath.values());
  }

  /**
   * The answer to a question, as UTF-8 JSON.
   *
   * @param path below {@code /api/v1/}
   * @throws ApiException if there is no answer
   */
  public byte[] answer(String path, ApiQuery query) throws IOException {
    Route route =
        Optional.ofNullable(byPath.get(path))
            .orElseThrow(
                () ->
                    new ApiException(
                        404,
                        "unknown-path",
                        "there is no '/api/v1/%s'; see /api/v1/openapi.json".formatted(path)));
    return query.parameters().isEmpty() ? shared(route, query) : bytes(route, query);
  }

  private static byte[] bytes(Route route, ApiQuery query) throws IOException {
    return RecordJson.bytes(route.answer(query));
  }

  /** Serves one answer to all pages until the picture changes; for questions without parameters. */
  private byte[] shared(Route route, ApiQuery query) throws IOException {
    long revision = picture.revision();
    Shared known = shared.get(route.path());
    if (known != null
        && known.revision == revision
        && clock.millis() - known.sinceMillis < FRESH_MILLIS) {
      return known.bytes;
    }
    byte[] bytes = bytes(route, query);
    shared.put(route.path(), new Shared(revision, clock.millis(), bytes));
    return bytes;
  }
}
