/** Tests of the console's process, with another program in its place. */
@NullMarked
package io.tracemill.cli.console;

import org.jspecify.annotations.NullMarked;
