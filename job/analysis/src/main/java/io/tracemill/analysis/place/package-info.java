/** Where time is spent and what is called: the subjects that change detection asks about. */
@NullMarked
package io.tracemill.analysis.place;

import org.jspecify.annotations.NullMarked;
