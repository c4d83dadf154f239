/** Where a system is slow, layer by layer down to the problematic sub-span (tprof section 3.7). */
@NullMarked
package io.tracemill.analysis.diagnosis;

import org.jspecify.annotations.NullMarked;
