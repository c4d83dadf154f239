@NullMarked
package io.tracemill.analysis.record;

import org.jspecify.annotations.NullMarked;
