package io.tracemill.cli.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Listens before a port and passes on what comes, both ways, while it is not held. */
final class TcpProxy implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 16;

  private final ServerSocket listening;
  private final int target;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private boolean held;

  private TcpProxy(ServerSocket listening, int target) {
    this.listening = listening;
    this.target = target;
  }

  /** Starts one before a port of this machine. */
  static TcpProxy before(int target) throws IOException {
    TcpProxy proxy = new TcpProxy(new ServerSocket(0, 0, InetAddress.getLoopbackAddress()), target);
    background(proxy::accept);
    return proxy;
  }

  int port() {
    return listening.getLocalPort();
  }

  private interface Work {
    void run() throws IOException;
  }

  /** An exception ends it: connections end so. */
  private static void background(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                // Whoever is on either side notices.
              }
            },
            "proxy");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() throws IOException {
    while (true) {
      Socket near = listening.accept();
      open.add(near);
      background(() -> connect(near));
    }
  }

  private void connect(Socket near) throws IOException {
    awaitRelease();
    try (near;
        Socket far = new Socket(InetAddress.getLoopbackAddress(), target)) {
      open.add(far);
      background(() -> pass(far, near));
      pass(near, far);
      open.remove(far);
    } finally {
      open.remove(near);
    }
  }

  /** Until one of them ends; then both do. */
  private void pass(Socket from, Socket to) throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
        awaitRelease();
        out.write(buffer, 0, length);
      }
    }
  }

  private synchronized void awaitRelease() throws IOException {
    try {
      while (held) {
        wait();
      }
    } catch (InterruptedException e) {
      throw new IOException("interrupted", e);
    }
  }

  /** From now on no byte gets through, of new connections neither; who sends does not notice. */
  synchronized void hold() {
    held = true;
  }

  /** What was held goes on its way. */
  synchronized void release() {
    held = false;
    notifyAll();
  }

  /** Ends all connections; what was on its way is lost. */
  void drop() {
    for (Socket socket : open) {
      try {
        socket.close();
      } catch (IOException e) {
        // Then it has ended before.
      }
    }
    open.clear();
  }

  @Override
  public void close() throws IOException {
    listening.close();
    drop();
    release();
  }
}
