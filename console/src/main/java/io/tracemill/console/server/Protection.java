package io.tracemill.console.server;

import org.eclipse.jetty.http.HttpFields;

/** The headers of every response that tell browsers what a page of the console may do. */
final class Protection {
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

  private Protection() {}

  static void addTo(HttpFields.Mutable headers) {
    headers
        .put("Content-Security-Policy", POLICY)
        .put("X-Content-Type-Options", "nosniff")
        // With no-referrer, a browser would hide the origin of the login form.
        .put("Referrer-Policy", "same-origin");
  }
}
