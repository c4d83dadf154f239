/**
 * The time of a frame by an attribute of its service, such as a host, a version or a CPU model, and
 * whether the groups differ (CRISP section 7.4).
 */
@NullMarked
package io.tracemill.analysis.breakdown;

import org.jspecify.annotations.NullMarked;
