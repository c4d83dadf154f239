/** Whether one set of requests is slower than another (P-Tracer section 4.3). */
@NullMarked
package io.tracemill.analysis.ranktest;

import org.jspecify.annotations.NullMarked;
