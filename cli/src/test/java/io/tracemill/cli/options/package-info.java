@NullMarked
package io.tracemill.cli.options;

import org.jspecify.annotations.NullMarked;
