/** Critical paths merged by call path: critical calling context trees (CRISP section 5.1.1). */
@NullMarked
package io.tracemill.analysis.callingcontext;

import org.jspecify.annotations.NullMarked;
