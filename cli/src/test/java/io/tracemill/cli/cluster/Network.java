package io.tracemill.cli.cluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The ways between processes: straight ones, or such that lead through proxies and can be cut. */
final class Network implements AutoCloseable {
  private final boolean proxied;
  private final List<TcpProxy> proxies = new ArrayList<>();

  Network(boolean proxied) {
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

  /**
   * For so long nothing gets through. Connections outlive it, as they do where packets get lost,
   * unless they are dropped in the end, as by a firewall that has forgotten them.
   */
  void cut(int seconds, boolean dropped) throws InterruptedException {
    proxies.forEach(TcpProxy::hold);
    TimeUnit.SECONDS.sleep(seconds);
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
