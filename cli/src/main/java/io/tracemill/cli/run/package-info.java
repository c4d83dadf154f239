/** {@code run}: the streaming job on an embedded Flink, with the user's Kafka. */
@NullMarked
package io.tracemill.cli.run;

import org.jspecify.annotations.NullMarked;
