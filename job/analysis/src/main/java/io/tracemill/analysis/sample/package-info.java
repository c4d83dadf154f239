/**
 * Whole requests that are kept with all their spans, which of them are kept, and their replay
 * (architecture 1).
 */
@NullMarked
package io.tracemill.analysis.sample;

import org.jspecify.annotations.NullMarked;
