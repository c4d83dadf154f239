/**
 * Answers about kept requests: each view is a pure function of some kept requests and its
 * parameters (architecture 4).
 *
 * <p>A view counts complete requests with a weight. If each weight is 1, every request is kept and
 * the figures are exact. Otherwise each figure has its error beside it.
 */
@NullMarked
package io.tracemill.analysis.view;

import org.jspecify.annotations.NullMarked;
