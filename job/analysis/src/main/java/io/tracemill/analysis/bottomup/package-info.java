/** Which frames cost most over all endpoints, and who calls them (CRISP section 7.2). */
@NullMarked
package io.tracemill.analysis.bottomup;

import org.jspecify.annotations.NullMarked;
