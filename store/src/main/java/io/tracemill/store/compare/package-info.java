/** Two sets of requests side by side, with a test of each difference (P-Tracer section 4.3). */
@NullMarked
package io.tracemill.store.compare;

import org.jspecify.annotations.NullMarked;
