@NullMarked
package io.tracemill.console.bundle;

import org.jspecify.annotations.NullMarked;
