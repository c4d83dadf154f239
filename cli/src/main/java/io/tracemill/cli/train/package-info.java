/** The command that learns from a store what is normal at each endpoint. */
@NullMarked
package io.tracemill.cli.train;

import org.jspecify.annotations.NullMarked;
