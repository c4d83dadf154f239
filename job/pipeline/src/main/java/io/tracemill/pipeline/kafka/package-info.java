/**
 * How this program reaches Kafka: {@link io.tracemill.pipeline.kafka.KafkaClients} is the one place
 * that makes the settings of a client from the configuration, so that what is set for TLS and SASL
 * holds for every client there is.
 */
@NullMarked
package io.tracemill.pipeline.kafka;

import org.jspecify.annotations.NullMarked;
