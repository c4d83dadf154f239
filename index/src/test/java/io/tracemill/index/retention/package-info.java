@NullMarked
package io.tracemill.index.retention;

import org.jspecify.annotations.NullMarked;
