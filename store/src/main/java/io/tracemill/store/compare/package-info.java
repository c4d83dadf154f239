/** Figures of two sets of requests side by side (P-Tracer section 4.3). */
@NullMarked
package io.tracemill.store.compare;

import org.jspecify.annotations.NullMarked;
