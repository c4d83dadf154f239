/**
 * The time of a frame by an attribute of its service, such as host, version or CPU model. A test
 * shows whether the groups differ (CRISP section 7.4).
 */
@NullMarked
package io.tracemill.analysis.breakdown;

import org.jspecify.annotations.NullMarked;
