@NullMarked
package io.tracemill.index.layout;

import org.jspecify.annotations.NullMarked;
