package io.tracemill.console.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.console.api.ApiJson;
import io.tracemill.console.api.StatusAnswer;
import io.tracemill.console.picture.Picture;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Live updates, as server-sent events. It says that something changed, and pages ask for what they
 * show. A page takes no thread while it listens.
 */
final class EventHandler extends Handler.Abstract {
  static final String PATH = ApiHandler.PREFIX + "events";

  private static final int MAX_LISTENERS = 500;

  private final Picture picture;
  private final StatusAnswer status;
  private final Set<Listener> listeners = ConcurrentHashMap.newKeySet();
  private long sentRevision = -1;
  private String sentStatus = "";

  EventHandler(Picture picture, StatusAnswer status) {
    this.picture = picture;
    this.status = status;
  }

  /** A page that listens. */
  private final class Listener {
    private final Response response;
    private final Callback callback;
    private final AtomicBoolean busy = new AtomicBoolean();

    Listener(Response response, Callback callback) {
      this.response = response;
      this.callback = callback;
    }

    /** Sends a text, unless the page has not taken the previous one yet. */
    void send(String text) {
      if (busy.compareAndSet(false, true)) {
        response.write(
            false,
            ByteBuffer.wrap(text.getBytes(UTF_8)),
            Callback.from(() -> busy.set(false), this::end));
      }
    }

    private void end(Throwable failure) {
      listeners.remove(this);
      callback.failed(failure);
    }
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    if (!Request.getPathInContext(request).equals(PATH)) {
      return false;
    }
    if (listeners.size() >= MAX_LISTENERS) {
      Answers.error(response, callback, 503, "busy", "too many pages listen; close some");
      return true;
    }
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/event-stream");
    response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
    Listener listener = new Listener(response, callback);
    listeners.add(listener);
    listener.send("retry: 3000\n" + event("status", status()));
    return true;
  }

  /** Tells all pages what changed since the last call; a comment if nothing did. */
  synchronized void tell() {
    if (listeners.isEmpty()) {
      return;
    }
    StringBuilder text = new StringBuilder();
    long revision = picture.revision();
    if (revision != sentRevision) {
      sentRevision = revision;
      text.append(event("changed", "{\"asOfMillis\":" + picture.asOfMillis().orElse(0) + "}"));
    }
    String now = status();
    if (!now.equals(sentStatus)) {
      sentStatus = now;
      text.append(event("status", now));
    }
    String all = text.isEmpty() ? ": alive\n\n" : text.toString();
    listeners.forEach(listener -> listener.send(all));
  }

  private String status() {
    return new String(ApiJson.bytes(status.status()), UTF_8);
  }

  private static String event(String name, String data) {
    return "event: " + name + "\ndata: " + data + "\n\n";
  }
}
