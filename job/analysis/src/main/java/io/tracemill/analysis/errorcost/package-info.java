/**
 * What failed spans cost a request: the error path, and the time that would be saved without them
 * (semantics 7.2).
 */
@NullMarked
package io.tracemill.analysis.errorcost;

import org.jspecify.annotations.NullMarked;
