@NullMarked
package io.tracemill.analysis.place;

import org.jspecify.annotations.NullMarked;
