/**
 * Why the requests of one endpoint differ between two cohorts, and the sentence that says so
 * (semantics 8.4 and 8.5). Explanations never alert by themselves.
 */
@NullMarked
package io.tracemill.analysis.explanation;

import org.jspecify.annotations.NullMarked;
