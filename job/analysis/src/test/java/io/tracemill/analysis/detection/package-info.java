@NullMarked
package io.tracemill.analysis.detection;

import org.jspecify.annotations.NullMarked;
