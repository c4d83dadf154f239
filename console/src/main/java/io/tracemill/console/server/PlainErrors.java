package io.tracemill.console.server;

import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** Writes the server's own errors in the form of the API's errors. */
final class PlainErrors extends ErrorHandler {
  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    Protection.addTo(response.getHeaders());
    int status = response.getStatus();
    if (status < HttpStatus.BAD_REQUEST_400) {
      // Jetty also ends responses without a body here, such as 304 for a cached page.
      callback.succeeded();
      return true;
    }
    Answers.error(response, callback, status, "refused", HttpStatus.getMessage(status));
    return true;
  }
}
