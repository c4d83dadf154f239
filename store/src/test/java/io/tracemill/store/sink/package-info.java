@NullMarked
package io.tracemill.store.sink;

import org.jspecify.annotations.NullMarked;
