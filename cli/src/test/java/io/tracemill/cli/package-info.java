@NullMarked
package io.tracemill.cli;

import org.jspecify.annotations.NullMarked;
