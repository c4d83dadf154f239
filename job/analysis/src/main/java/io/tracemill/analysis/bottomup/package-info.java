/** The frames that cost most over all endpoints, and their callers (CRISP section 7.2). */
@NullMarked
package io.tracemill.analysis.bottomup;

import org.jspecify.annotations.NullMarked;
