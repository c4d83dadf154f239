@NullMarked
package io.tracemill.store.engine;

import org.jspecify.annotations.NullMarked;
