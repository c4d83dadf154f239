@org.jspecify.annotations.NullMarked
package io.tracemill.analysis.baseline;
