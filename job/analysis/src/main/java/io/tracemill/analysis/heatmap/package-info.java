/** Frames by traces: how single requests spent their time (CRISP section 6.1.2). */
@NullMarked
package io.tracemill.analysis.heatmap;

import org.jspecify.annotations.NullMarked;
