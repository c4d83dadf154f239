package io.tracemill.store.question;

import static java.util.stream.Collectors.joining;

import io.tracemill.analysis.request.EndpointPattern;
import io.tracemill.analysis.span.Frame;
import io.tracemill.store.engine.QueryException;
import io.tracemill.store.engine.StoreSession;
import java.util.List;

/** Finds the endpoint that a user names. */
public final class EndpointSearch {
  private static final int MAX_LISTED = 8;

  private EndpointSearch() {}

  /** All endpoints of the store in the time of the session, by name. */
  public static List<Frame> all(StoreSession session) {
    return session.rows(
        "SELECT DISTINCT service, operation FROM requests ORDER BY ALL",
        row -> Frame.of(row.getString(1), row.getString(2)));
  }

  /**
   * The endpoint with this name.
   *
   * @param text service, space and operation, as for {@code watch --endpoint}; {@code *} stands for
   *     any characters; a slash may stand for the space
   * @throws QueryException if none or several match
   */
  public static Frame one(StoreSession session, String text) {
    List<Frame> all = all(session);
    List<Frame> same =
        all.stream()
            .filter(
                frame ->
                    text.equals(frame.toString())
                        || text.equals(frame.service() + "/" + frame.operation()))
            .toList();
    if (same.size() == 1) {
      return same.get(0);
    }
    EndpointPattern pattern = new EndpointPattern(text, "*");
    List<Frame> found =
        all.stream()
            .filter(
                frame ->
                    pattern.matches(Frame.of(frame.toString(), ""))
                        || pattern.matches(Frame.of(frame.service() + "/" + frame.operation(), "")))
            .toList();
    if (found.size() == 1) {
      return found.get(0);
    } else if (found.isEmpty()) {
      throw new QueryException(
          all.isEmpty()
              ? "the store has no requests of this time; give another range of time"
              : "no endpoint '%s' in the store of this time; it has %s"
                  .formatted(text, listed(all)));
    }
    throw new QueryException(
        "'%s' matches %d endpoints; name one of %s".formatted(text, found.size(), listed(found)));
  }

  private static String listed(List<Frame> frames) {
    return frames.stream().limit(MAX_LISTED).map(frame -> "'" + frame + "'").collect(joining(", "))
        + (frames.size() > MAX_LISTED ? " and %d more".formatted(frames.size() - MAX_LISTED) : "");
  }
}
