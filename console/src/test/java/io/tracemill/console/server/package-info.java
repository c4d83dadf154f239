@NullMarked
package io.tracemill.console.server;

import org.jspecify.annotations.NullMarked;
