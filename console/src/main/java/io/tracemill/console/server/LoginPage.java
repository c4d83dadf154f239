package io.tracemill.console.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** The page that asks for the token, and its style; nothing else is shown without the token. */
final class LoginPage extends Handler.Abstract {
  private final String page = read("login.html");
  private final String style = read("login.css");

  private static String read(String name) {
    try (InputStream resource = LoginPage.class.getResourceAsStream("/web/" + name)) {
      if (resource == null) {
        throw new IllegalStateException("/web/" + name + " is not on the class path");
      }
      return new String(resource.readAllBytes(), UTF_8);
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
        (isStyle ? style : page(request)).getBytes(UTF_8));
    return true;
  }

  /** The page; if the form came with a wrong token, it says so. */
  private String page(Request request) {
    return HttpMethod.POST.is(request.getMethod()) ? page.replace(" hidden>", ">") : page;
  }
}
