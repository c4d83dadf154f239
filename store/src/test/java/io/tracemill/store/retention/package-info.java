@NullMarked
package io.tracemill.store.retention;

import org.jspecify.annotations.NullMarked;
