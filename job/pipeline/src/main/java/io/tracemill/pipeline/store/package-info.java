/**
 * Writes the store: kept requests, their categories, the sums of panes, and the records of
 * incidents.
 */
@NullMarked
package io.tracemill.pipeline.store;

import org.jspecify.annotations.NullMarked;
