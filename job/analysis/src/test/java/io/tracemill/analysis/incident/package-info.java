@NullMarked
package io.tracemill.analysis.incident;

import org.jspecify.annotations.NullMarked;
