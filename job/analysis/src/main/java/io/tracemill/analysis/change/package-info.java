/**
 * What changed between two cohorts of an endpoint's requests: an account of the change of their
 * mean latency that adds up, and the edges and frames that it comes from (semantics 8).
 *
 * <p>Everything is computed from exact sums in exact arithmetic, and rounded once, so that the
 * parts of a sum still add up to it.
 */
@NullMarked
package io.tracemill.analysis.change;

import org.jspecify.annotations.NullMarked;
