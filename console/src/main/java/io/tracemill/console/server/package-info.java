/** The HTTP server: access control, the pages, the API, live updates and metrics. */
@NullMarked
package io.tracemill.console.server;

import org.jspecify.annotations.NullMarked;
