/**
 * The records of the output streams: one Java record for each stream, whose components are the
 * fields of its JSON objects. The job writes them; screens, the console and tests read them.
 *
 * <p>{@code docs/schemas} describes every field. A test compares the two. An empty {@code Optional}
 * is an absent field. Ids are lower-case hexadecimal digits. Numbers are finite.
 */
@NullMarked
package io.tracemill.analysis.record;

import org.jspecify.annotations.NullMarked;
