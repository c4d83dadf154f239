@NullMarked
package io.tracemill.analysis.cohort;

import org.jspecify.annotations.NullMarked;
