/** Whether figures or shares of one set of requests differ from those of another, by ranks. */
@NullMarked
package io.tracemill.analysis.ranktest;

import org.jspecify.annotations.NullMarked;
