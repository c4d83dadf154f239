@NullMarked
package io.tracemill.cli.analyze;

import org.jspecify.annotations.NullMarked;
