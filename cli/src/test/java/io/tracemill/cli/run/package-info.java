@NullMarked
package io.tracemill.cli.run;

import org.jspecify.annotations.NullMarked;
