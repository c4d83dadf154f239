package io.tracemill.console.server;

import java.io.IOException;
import java.io.InputStream;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** The page that asks for the token, and its style: all that a stranger can see. */
final class LoginPage extends Handler.Abstract {
  private final byte[] page = read("login.html");
  private final byte[] style = read("login.css");

  private static byte[] read(String name) {
    try (InputStream resource = LoginPage.class.getResourceAsStream("/web/" + name)) {
      if (resource == null) {
        throw new IllegalStateException("/web/" + name + " is not on the class path");
      }
      return resource.readAllBytes();
    } catch (IOException e) {
      throw new IllegalStateException("/web/" + name + " cannot be read", e);
    }
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    int status = response.getStatus() == 0 ? 200 : response.getStatus();
    boolean isStyle = Request.getPathInContext(request).endsWith(".css");
    Answers.write(
        response,
        callback,
        status,
        isStyle ? "text/css" : "text/html;charset=utf-8",
        isStyle ? style : page);
    return true;
  }
}
