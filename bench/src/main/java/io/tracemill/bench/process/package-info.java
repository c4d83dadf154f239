/** What the system says of a process. */
@NullMarked
package io.tracemill.bench.process;

import org.jspecify.annotations.NullMarked;
