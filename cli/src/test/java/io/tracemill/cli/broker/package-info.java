/** The broker, started for real. */
@NullMarked
package io.tracemill.cli.broker;

import org.jspecify.annotations.NullMarked;
