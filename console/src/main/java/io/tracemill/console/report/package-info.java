/** A report: the console's pages with their answers, in one file that needs no server. */
@NullMarked
package io.tracemill.console.report;

import org.jspecify.annotations.NullMarked;
