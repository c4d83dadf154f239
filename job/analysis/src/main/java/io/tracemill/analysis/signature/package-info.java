/**
 * 128-bit hashes that identify requests of the same shape (semantics 6).
 *
 * <p>A {@link io.tracemill.analysis.signature.SignatureCalculator} hashes a {@link
 * io.tracemill.analysis.signature.CallTree} bottom up: the hash of a span covers its frame and its
 * children's hashes, in an order that depends on the form.
 *
 * <ul>
 *   <li>{@code StructureForm}: no order, a multiset (tprof layer 3).
 *   <li>{@code FlowForm}: start order, concurrent children by name, and runs of equal children
 *       folded (Spectroscope section 4.1, P-Tracer section 3.2).
 *   <li>{@code OrderForm}: the order of their begin and end events (tprof layer 4).
 * </ul>
 *
 * <p>A hash cannot be read, so a {@link io.tracemill.analysis.signature.CanonicalForm} shows the
 * tree behind a flow signature.
 */
@NullMarked
package io.tracemill.analysis.signature;

import org.jspecify.annotations.NullMarked;
