/**
 * The results of change detection: findings, and incidents that group the findings of one cause.
 */
@NullMarked
package io.tracemill.analysis.incident;

import org.jspecify.annotations.NullMarked;
