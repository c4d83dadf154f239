@NullMarked
package io.tracemill.pipeline.diagnose;

import org.jspecify.annotations.NullMarked;
