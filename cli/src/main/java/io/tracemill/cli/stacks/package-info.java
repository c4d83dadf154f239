/** Commands about stack samples: how recordings of profilers become OTLP profiles. */
@NullMarked
package io.tracemill.cli.stacks;

import org.jspecify.annotations.NullMarked;
