/** {@code diagnose}: where the time of requests in trace files goes, layer by layer. */
@NullMarked
package io.tracemill.cli.diagnose;

import org.jspecify.annotations.NullMarked;
