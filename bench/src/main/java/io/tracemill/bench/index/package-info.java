/** A large index, and how long its questions take. */
@NullMarked
package io.tracemill.bench.index;

import org.jspecify.annotations.NullMarked;
