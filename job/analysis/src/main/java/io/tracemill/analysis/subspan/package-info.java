/** The parts of a span between the begins and ends of its children (tprof section 3). */
@NullMarked
package io.tracemill.analysis.subspan;

import org.jspecify.annotations.NullMarked;
