package io.tracemill.console.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.console.resource.ResourceText;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** The page that asks for the token, and its style; nothing else is shown without the token. */
final class LoginPage extends Handler.Abstract {
  private final String page = ResourceText.ofPages("login.html");
  private final String style = ResourceText.ofPages("login.css");

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
