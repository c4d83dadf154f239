@NullMarked
package io.tracemill.console.picture;

import org.jspecify.annotations.NullMarked;
