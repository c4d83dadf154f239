package io.tracemill.cli.cluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The ways between processes: straight ones, or such that lead through proxies and can be cut. */
public final class Network implements AutoCloseable {
  private final boolean proxied;
  private final List<TcpProxy> proxies = new ArrayList<>();

  public Network(boolean proxied) {
    this.proxied = proxied;
  }

  /** Where those should go who want to that port. */
  int before(int port) throws IOException {
    if (!proxied) {
      return port;
    }
    TcpProxy proxy = TcpProxy.before(port);
    proxies.add(proxy);
    return proxy.port();
  }

  /** From now on no byte gets through a proxy. */
  void hold() {
    proxies.forEach(TcpProxy::hold);
  }

  /**
   * What was held goes on its way. Connections outlive it, as they do where packets get lost,
   * unless they are dropped before, as by a firewall that has forgotten them.
   */
  void release(boolean dropped) {
    if (dropped) {
      proxies.forEach(TcpProxy::drop);
    }
    proxies.forEach(TcpProxy::release);
  }

  @Override
  public void close() throws IOException {
    for (TcpProxy proxy : proxies) {
      proxy.close();
    }
  }
}
