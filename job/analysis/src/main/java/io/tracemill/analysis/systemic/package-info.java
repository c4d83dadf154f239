/** What all requests of a window are like, whatever their endpoint (CRISP section 7.2). */
@NullMarked
package io.tracemill.analysis.systemic;

import org.jspecify.annotations.NullMarked;
