package io.tracemill.console.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.connectors.live.Picture;
import io.tracemill.connectors.output.RecordJson;
import io.tracemill.console.api.StatusAnswer;
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
 * Live updates as server-sent events. An event says only that something changed; pages then ask for
 * what they show. A listening page takes no thread.
 */
final class EventHandler extends Handler.Abstract {
  static final String PATH = ApiHandler.PREFIX + "events";

  private static final int MAX_LISTENERS = 500;

  private final Picture picture;
  private final StatusAnswer status;
  private final Set<Listener> listeners = ConcurrentHashMap.newKeySet();

  EventHandler(Picture picture, StatusAnswer status) {
    this.picture = picture;
    this.status = status;
  }

  /** A listening page, and what it was told last. */
  private final class Listener {
    private final Response response;
    private final Callback callback;
    private final AtomicBoolean busy = new AtomicBoolean();
    private long toldRevision;
    private String toldStatus = "";

    Listener(Response response, Callback callback, long revision) {
      this.response = response;
      this.callback = callback;
      this.toldRevision = revision;
    }

    /** Sends the page what it was not told yet; nothing while the last write is not complete. */
    void tell(long revision, String changed, String status) {
      if (!busy.compareAndSet(false, true)) {
        return;
      }
      StringBuilder text = new StringBuilder();
      if (!status.equals(toldStatus)) {
        toldStatus = status;
        text.append(event("status", status));
      }
      if (revision != toldRevision) {
        toldRevision = revision;
        text.append(event("changed", changed));
      }
      send(text.isEmpty() ? ": alive\n\n" : text.toString());
    }

    private void send(String text) {
      response.write(
          false,
          ByteBuffer.wrap(text.getBytes(UTF_8)),
          Callback.from(() -> busy.set(false), this::end));
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
      Answers.error(response, callback, 503, "busy", "too many pages are open; close some");
      return true;
    }
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/event-stream");
    response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
    Listener listener = new Listener(response, callback, picture.revision());
    listeners.add(listener);
    listener.tell(picture.revision(), changed(), status());
    return true;
  }

  /** Sends each page what changed since the last event; a comment if nothing changed. */
  synchronized void tell() {
    if (listeners.isEmpty()) {
      return;
    }
    long revision = picture.revision();
    String changed = changed();
    String status = status();
    listeners.forEach(listener -> listener.tell(revision, changed, status));
  }

  private String changed() {
    return "{\"asOfMillis\":" + picture.asOfMillis().orElse(0) + "}";
  }

  private String status() {
    return new String(RecordJson.bytes(status.status()), UTF_8);
  }

  private static String event(String name, String data) {
    return "event: " + name + "\ndata: " + data + "\n\n";
  }
}
