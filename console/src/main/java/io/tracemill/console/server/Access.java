package io.tracemill.console.server;

import java.util.Optional;

/**
 * Who may ask.
 *
 * @param address that the server listens on
 * @param host a name, with the port if it has one, by which a proxy or users reach it; empty if it
 *     is reached by its address only
 * @param token that everybody must have; empty for none
 * @param proxyHeader a header that only a proxy sets, for users that it knows; empty for none
 */
public record Access(
    String address, Optional<String> host, Optional<String> token, Optional<String> proxyHeader) {
  /** Whether a request must show that it is allowed. */
  boolean isGuarded() {
    return token.isPresent() || proxyHeader.isPresent();
  }
}
