/**
 * Finds changed places, calls and errors, and groups changes into incidents (semantics 8.1 to 8.4).
 */
@NullMarked
package io.tracemill.analysis.detection;

import org.jspecify.annotations.NullMarked;
