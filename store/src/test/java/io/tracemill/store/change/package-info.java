@NullMarked
package io.tracemill.store.change;

import org.jspecify.annotations.NullMarked;
