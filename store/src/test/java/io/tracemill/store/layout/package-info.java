@NullMarked
package io.tracemill.store.layout;

import org.jspecify.annotations.NullMarked;
