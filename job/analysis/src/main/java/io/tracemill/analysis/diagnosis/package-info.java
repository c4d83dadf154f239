/** The slow places of a system, layer by layer down to the sub-span (tprof section 3.7). */
@NullMarked
package io.tracemill.analysis.diagnosis;

import org.jspecify.annotations.NullMarked;
