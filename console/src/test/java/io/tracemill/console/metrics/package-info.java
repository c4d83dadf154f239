@NullMarked
package io.tracemill.console.metrics;

import org.jspecify.annotations.NullMarked;
