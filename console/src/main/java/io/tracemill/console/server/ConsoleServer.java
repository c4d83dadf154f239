package io.tracemill.console.server;

import io.tracemill.connectors.live.Picture;
import io.tracemill.console.api.Api;
import io.tracemill.console.api.StatusAnswer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ResourceHandler;
import org.eclipse.jetty.server.handler.SizeLimitHandler;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The console's HTTP server. */
public final class ConsoleServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ConsoleServer.class);
  private static final int MAX_THREADS = 100;
  private static final int MAX_HEADER_BYTES = 32_768;
  private static final long MAX_BODY_BYTES = 65_536;
  private static final long IDLE_MILLIS = 60_000;
  private static final long TELL_MILLIS = 1_000;

  private final Server server;
  private final ServerConnector connector;
  private final Timer teller;

  private ConsoleServer(Server server, ServerConnector connector, Timer teller) {
    this.server = server;
    this.connector = connector;
    this.teller = teller;
  }

  /**
   * Starts the server.
   *
   * @param port 0 for any free port
   * @param others handlers that come before the API and the pages
   * @throws IOException if the address cannot be listened on
   */
  public static ConsoleServer start(
      Access access, int port, Api api, Picture picture, StatusAnswer status, List<Handler> others)
      throws Exception {
    Server server = new Server(new QueuedThreadPool(MAX_THREADS));
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setRequestHeaderSize(MAX_HEADER_BYTES);
    http.setUriCompliance(UriCompliance.RFC3986);
    ServerConnector connector = new ServerConnector(server, new HttpConnectionFactory(http));
    connector.setHost(access.address());
    connector.setPort(port);
    connector.setIdleTimeout(IDLE_MILLIS);
    server.addConnector(connector);
    EventHandler events = new EventHandler(picture, status);
    Handler.Sequence inside = new Handler.Sequence(events);
    others.forEach(inside::addHandler);
    inside.addHandler(new ApiHandler(api));
    inside.addHandler(pages());
    SizeLimitHandler limited = new SizeLimitHandler(MAX_BODY_BYTES, -1);
    limited.setHandler(new Gate(access, new LoginPage(), inside));
    server.setHandler(limited);
    server.setErrorHandler(new PlainErrors());
    listen(server, connector);
    Timer teller = new Timer("console-events", true);
    teller.schedule(telling(events), TELL_MILLIS, TELL_MILLIS);
    return new ConsoleServer(server, connector, teller);
  }

  private static void listen(Server server, ServerConnector connector) throws Exception {
    try {
      server.start();
    } catch (IOException e) {
      server.stop();
      throw new IOException(
          "the console cannot listen at %s:%d: %s; give another console.port or --port, or 0 for any"
              .formatted(connector.getHost(), connector.getPort(), reason(e)),
          e);
    }
  }

  /** Jetty only repeats the address; the reason is in the cause. */
  private static String reason(IOException e) {
    return String.valueOf((e.getCause() == null ? e : e.getCause()).getMessage());
  }

  private static TimerTask telling(EventHandler events) {
    return new TimerTask() {
      @Override
      public void run() {
        try {
          events.tell();
        } catch (RuntimeException e) {
          // An uncaught exception would end the timer, and so all live updates.
          LOG.error("cannot send live updates", e);
        }
      }
    };
  }

  /** The files of the pages, from the class path. */
  private static ResourceHandler pages() {
    ResourceHandler pages = new ResourceHandler();
    pages.setBaseResource(ResourceFactory.of(pages).newClassLoaderResource("web/"));
    pages.setDirAllowed(false);
    pages.setEtags(true);
    pages.setCacheControl("no-cache");
    return pages;
  }

  /** The URL of the first page; if the server listens everywhere, with the name of the machine. */
  public String address() {
    String host = connector.getHost();
    try {
      boolean everywhere = InetAddress.getByName(host).isAnyLocalAddress();
      host = everywhere ? InetAddress.getLocalHost().getHostName() : host;
    } catch (UnknownHostException e) {
      // The machine does not know its own name.
    }
    return "http://%s:%d/"
        .formatted(host.contains(":") ? "[" + host + "]" : host, connector.getLocalPort());
  }

  /** Stops the server and closes all connections. */
  @Override
  public void close() throws Exception {
    teller.cancel();
    server.stop();
  }
}
