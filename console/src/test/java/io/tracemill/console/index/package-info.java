@NullMarked
package io.tracemill.console.index;

import org.jspecify.annotations.NullMarked;
