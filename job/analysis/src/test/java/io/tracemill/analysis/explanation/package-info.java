@NullMarked
package io.tracemill.analysis.explanation;

import org.jspecify.annotations.NullMarked;
