/** Turns traces into analysed requests; the algorithms are in the domain. */
@NullMarked
package io.tracemill.pipeline.analyse;

import org.jspecify.annotations.NullMarked;
