/** The command line as a process of its own, to be watched from outside and killed. */
@NullMarked
package io.tracemill.cli.process;

import org.jspecify.annotations.NullMarked;
