@NullMarked
package io.tracemill.analysis.systemic;

import org.jspecify.annotations.NullMarked;
