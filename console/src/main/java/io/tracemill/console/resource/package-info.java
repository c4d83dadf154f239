/** The files that the console carries on its class path. */
@NullMarked
package io.tracemill.console.resource;

import org.jspecify.annotations.NullMarked;
