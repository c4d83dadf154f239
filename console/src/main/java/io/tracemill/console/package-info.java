/** The web console: its process, assembled from the picture, the API and the server. */
@NullMarked
package io.tracemill.console;

import org.jspecify.annotations.NullMarked;
