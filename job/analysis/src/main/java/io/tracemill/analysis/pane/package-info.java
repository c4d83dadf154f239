/** What the requests of one endpoint in one pane add up to, as change detection needs it. */
@NullMarked
package io.tracemill.analysis.pane;

import org.jspecify.annotations.NullMarked;
