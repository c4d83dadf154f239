package io.tracemill.analysis.request;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.span.Frame;
import java.io.Serializable;

/**
 * A pattern of frames that the search for a request's endpoint skips, such as those of a gateway
 * (semantics 1, <em>endpoint</em>).
 *
 * <p>In both patterns {@code *} matches any characters or none; every other character matches
 * itself. Matching takes at most time proportional to the product of both lengths.
 *
 * @param service pattern of the service's name
 * @param operation pattern of the operation's name
 */
public record EndpointPattern(String service, String operation) implements Serializable {
  private static final char ANY_RUN = '*';

  public EndpointPattern {
    requireNonNull(service, "service");
    requireNonNull(operation, "operation");
  }

  /** Whether both names of {@code frame} match. */
  public boolean matches(Frame frame) {
    return matches(service, frame.service()) && matches(operation, frame.operation());
  }

  /** Whether a pattern matches all of a text. */
  public static boolean matches(String pattern, String text) {
    int star = -1;
    int resume = 0;
    int p = 0;
    int t = 0;
    while (t < text.length()) {
      if (p < pattern.length() && pattern.charAt(p) == ANY_RUN) {
        star = p++;
        resume = t;
      } else if (p < pattern.length() && pattern.charAt(p) == text.charAt(t)) {
        p++;
        t++;
      } else if (star >= 0) {
        // Only the newest star needs backtracking: the match of an older one no longer matters.
        p = star + 1;
        t = ++resume;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == ANY_RUN) {
      p++;
    }
    return p == pattern.length();
  }
}
