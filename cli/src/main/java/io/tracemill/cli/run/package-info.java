/** {@code run}: the streaming job on an embedded Flink, against a Kafka of the user's. */
@NullMarked
package io.tracemill.cli.run;

import org.jspecify.annotations.NullMarked;
