/** Tests of what the soak makes of its samples. */
@NullMarked
package io.tracemill.bench.soak;

import org.jspecify.annotations.NullMarked;
