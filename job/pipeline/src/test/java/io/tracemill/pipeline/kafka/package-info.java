/** Tests of how this program reaches Kafka: what it says when it can't. */
@NullMarked
package io.tracemill.pipeline.kafka;

import org.jspecify.annotations.NullMarked;
