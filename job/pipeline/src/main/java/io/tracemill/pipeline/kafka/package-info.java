/**
 * Access to Kafka. Only {@link io.tracemill.pipeline.kafka.KafkaClients} turns the configuration
 * into client settings, so settings for TLS and SASL apply to every client.
 */
@NullMarked
package io.tracemill.pipeline.kafka;

import org.jspecify.annotations.NullMarked;
