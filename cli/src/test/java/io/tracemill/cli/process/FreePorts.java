package io.tracemill.cli.process;

import java.io.IOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports that nobody listens on, for processes that are told theirs. They are none of those that the
 * system gives to outgoing connections (on Linux from 32768 on): one of these can be taken by any
 * client before its process listens, or while it is stopped.
 */
public final class FreePorts {
  private static final int FIRST = 20_000;
  private static final int END = 32_000;
  private static final int ATTEMPTS = 1000;

  private FreePorts() {}

  /** One of them. */
  public static int any() throws IOException {
    return find(1).get(0);
  }

  /** So many different ones. */
  public static List<Integer> find(int count) throws IOException {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        sockets.add(listen());
      }
      return sockets.stream().map(ServerSocket::getLocalPort).toList();
    } finally {
      for (ServerSocket socket : sockets) {
        socket.close();
      }
    }
  }

  private static ServerSocket listen() throws IOException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        return new ServerSocket(ThreadLocalRandom.current().nextInt(FIRST, END), 1);
      } catch (BindException e) {
        // Somebody listens there already.
      }
    }
    throw new IOException("no free port between %d and %d".formatted(FIRST, END));
  }
}
