@NullMarked
package io.tracemill.console.store;

import org.jspecify.annotations.NullMarked;
