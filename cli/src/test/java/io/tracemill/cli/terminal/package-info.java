@NullMarked
package io.tracemill.cli.terminal;

import org.jspecify.annotations.NullMarked;
