@NullMarked
package io.tracemill.console.feed;

import org.jspecify.annotations.NullMarked;
