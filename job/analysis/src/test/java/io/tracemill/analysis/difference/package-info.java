@NullMarked
package io.tracemill.analysis.difference;

import org.jspecify.annotations.NullMarked;
