@NullMarked
package io.tracemill.analysis;

import org.jspecify.annotations.NullMarked;
