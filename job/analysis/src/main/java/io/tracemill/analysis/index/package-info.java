/**
 * What the request index keeps of each request, and which requests it keeps (P-Tracer section 3).
 */
@NullMarked
package io.tracemill.analysis.index;

import org.jspecify.annotations.NullMarked;
