/**
 * By which attributes the requests of two cohorts can be told apart (semantics 8; Spectroscope
 * section 5.4), such as the version of a service that only the slow ones have met.
 */
@NullMarked
package io.tracemill.analysis.difference;

import org.jspecify.annotations.NullMarked;
