/** Tests of what is asked of a measured run. */
@NullMarked
package io.tracemill.bench.endtoend;

import org.jspecify.annotations.NullMarked;
