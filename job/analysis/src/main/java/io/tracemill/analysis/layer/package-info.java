/** Sums of span times by operation, structure and order (tprof section 3, layers 1 to 4). */
@NullMarked
package io.tracemill.analysis.layer;

import org.jspecify.annotations.NullMarked;
