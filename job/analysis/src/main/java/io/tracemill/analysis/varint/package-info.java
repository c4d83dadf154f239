/** Numbers and names in as few bytes as they need, in all that the domain writes. */
@NullMarked
package io.tracemill.analysis.varint;

import org.jspecify.annotations.NullMarked;
