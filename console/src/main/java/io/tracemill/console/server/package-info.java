/** The HTTP server: who may ask, the pages, the API, live updates, and metrics. */
@NullMarked
package io.tracemill.console.server;

import org.jspecify.annotations.NullMarked;
