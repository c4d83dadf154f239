/** Tests of the command {@code query}. */
@NullMarked
package io.tracemill.cli.query;

import org.jspecify.annotations.NullMarked;
