@NullMarked
package io.tracemill.cli.compare;

import org.jspecify.annotations.NullMarked;
