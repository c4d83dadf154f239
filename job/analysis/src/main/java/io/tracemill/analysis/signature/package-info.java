/** 128-bit hashes that say which requests have the same shape (semantics 6). */
@NullMarked
package io.tracemill.analysis.signature;

import org.jspecify.annotations.NullMarked;
