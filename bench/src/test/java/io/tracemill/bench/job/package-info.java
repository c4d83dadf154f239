/** Tests of what is asked of a measured run. */
@NullMarked
package io.tracemill.bench.job;

import org.jspecify.annotations.NullMarked;
