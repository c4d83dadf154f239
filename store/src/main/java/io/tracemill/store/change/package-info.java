/** The profile of any past time, and the change between any two (semantics 7 and 8). */
@NullMarked
package io.tracemill.store.change;

import org.jspecify.annotations.NullMarked;
