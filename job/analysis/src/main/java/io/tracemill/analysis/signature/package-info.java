/**
 * 128-bit hashes that identify requests which made the same calls (semantics 6).
 *
 * <p>A {@link io.tracemill.analysis.signature.CategoryCalculator} hashes a {@link
 * io.tracemill.analysis.signature.CallTree} bottom up: the hash of a span covers its frame and its
 * children's hashes as a sorted multiset, with runs of equal children folded.
 *
 * <p>A hash cannot be read, so a {@link io.tracemill.analysis.signature.CanonicalForm} shows the
 * tree behind it.
 */
@NullMarked
package io.tracemill.analysis.signature;

import org.jspecify.annotations.NullMarked;
