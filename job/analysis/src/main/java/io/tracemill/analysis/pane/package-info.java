/** The counts of one endpoint's requests in one pane, for change detection. */
@NullMarked
package io.tracemill.analysis.pane;

import org.jspecify.annotations.NullMarked;
