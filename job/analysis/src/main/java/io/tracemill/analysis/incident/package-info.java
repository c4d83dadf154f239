/** What change detection says: findings, and the incidents that group those of one cause. */
@NullMarked
package io.tracemill.analysis.incident;

import org.jspecify.annotations.NullMarked;
