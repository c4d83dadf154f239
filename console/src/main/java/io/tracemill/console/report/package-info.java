/** The report: the console's pages and their answers, in one file that needs no server. */
@NullMarked
package io.tracemill.console.report;

import org.jspecify.annotations.NullMarked;
