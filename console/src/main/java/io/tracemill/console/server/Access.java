package io.tracemill.console.server;

import java.util.Optional;

/**
 * The addresses of the server, and what a request must carry.
 *
 * @param address the address that the server listens at
 * @param host host name, with its port if any, by which users reach the server; empty for its
 *     address only
 * @param token token that each request must carry; empty for none
 * @param proxyHeader header that only a proxy sets, after it logs a user in; empty for none
 */
public record Access(
    String address, Optional<String> host, Optional<String> token, Optional<String> proxyHeader) {
  /** Whether a request must carry a token or the proxy's header. */
  boolean isGuarded() {
    return token.isPresent() || proxyHeader.isPresent();
  }
}
