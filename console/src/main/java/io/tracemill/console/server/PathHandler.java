package io.tracemill.console.server;

import static java.util.Objects.requireNonNull;

import io.tracemill.console.api.ApiException;
import java.io.IOException;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Answers the requests of one path, and writes refusals in the form of the API. */
abstract class PathHandler extends Handler.Abstract {
  private final String path;

  PathHandler(String path) {
    this.path = requireNonNull(path, "path");
  }

  @Override
  public final boolean handle(Request request, Response response, Callback callback)
      throws IOException {
    if (!Request.getPathInContext(request).equals(path)) {
      return false;
    }
    try {
      answer(request, response, callback);
    } catch (ApiException e) {
      Answers.error(response, callback, e);
    }
    return true;
  }

  /**
   * Writes the answer.
   *
   * @throws ApiException if there is none
   */
  abstract void answer(Request request, Response response, Callback callback) throws IOException;
}
