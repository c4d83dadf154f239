/** Traces become analysed requests; all that is computed lies in the domain. */
@NullMarked
package io.tracemill.pipeline.analyse;

import org.jspecify.annotations.NullMarked;
