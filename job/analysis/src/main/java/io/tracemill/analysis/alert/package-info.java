/**
 * From tests to what a person reads: which findings of a slide are discoveries, the life of an
 * alert, and the incident that alerts of one cause are (semantics 8).
 */
@NullMarked
package io.tracemill.analysis.alert;

import org.jspecify.annotations.NullMarked;
