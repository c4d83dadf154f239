/** Figures from weighted kept requests, each with its error (semantics 7). */
@NullMarked
package io.tracemill.analysis.view.estimate;

import org.jspecify.annotations.NullMarked;
