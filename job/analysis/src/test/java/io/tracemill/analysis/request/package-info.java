@NullMarked
package io.tracemill.analysis.request;

import org.jspecify.annotations.NullMarked;
