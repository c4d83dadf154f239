@NullMarked
package io.tracemill.index.sink;

import org.jspecify.annotations.NullMarked;
