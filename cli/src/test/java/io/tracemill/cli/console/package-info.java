/** Tests of the console's process, with another program instead of the console. */
@NullMarked
package io.tracemill.cli.console;

import org.jspecify.annotations.NullMarked;
