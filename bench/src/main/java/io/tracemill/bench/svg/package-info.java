/** Drawings of what was measured. */
@NullMarked
package io.tracemill.bench.svg;

import org.jspecify.annotations.NullMarked;
