@NullMarked
package io.tracemill.analysis.statistics;

import org.jspecify.annotations.NullMarked;
