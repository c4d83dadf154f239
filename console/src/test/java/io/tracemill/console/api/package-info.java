@NullMarked
package io.tracemill.console.api;

import org.jspecify.annotations.NullMarked;
