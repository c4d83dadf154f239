/** The web console: its process, which combines the picture, the API and the server. */
@NullMarked
package io.tracemill.console;

import org.jspecify.annotations.NullMarked;
