/** A large index, and how long its questions take. */
@NullMarked
package io.tracemill.bench.store;

import org.jspecify.annotations.NullMarked;
