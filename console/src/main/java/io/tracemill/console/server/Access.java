package io.tracemill.console.server;

import java.util.Optional;

/**
 * Who may ask.
 *
 * @param address that the server listens on
 * @param token that everybody must have; empty for none
 * @param proxyHeader a header that only a proxy sets, for users that it knows; empty for none
 */
public record Access(String address, Optional<String> token, Optional<String> proxyHeader) {
  /** Whether a request must show that it is allowed. */
  boolean isGuarded() {
    return token.isPresent() || proxyHeader.isPresent();
  }
}
