/**
 * Which places, calls and errors changed, and which of these changes are one incident (semantics
 * 8.1 to 8.4).
 */
@NullMarked
package io.tracemill.analysis.detection;

import org.jspecify.annotations.NullMarked;
