/**
 * Which spans a request was waiting for, at every moment from its start to its end (CRISP section
 * 5.1).
 */
@NullMarked
package io.tracemill.analysis.criticalpath;

import org.jspecify.annotations.NullMarked;
