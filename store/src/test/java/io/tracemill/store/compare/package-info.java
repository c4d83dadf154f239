@NullMarked
package io.tracemill.store.compare;

import org.jspecify.annotations.NullMarked;
