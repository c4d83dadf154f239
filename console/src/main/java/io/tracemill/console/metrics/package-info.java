/** The picture as metrics for Prometheus. */
@NullMarked
package io.tracemill.console.metrics;

import org.jspecify.annotations.NullMarked;
