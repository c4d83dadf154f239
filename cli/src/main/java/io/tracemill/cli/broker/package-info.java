/**
 * A real Kafka broker for the demo, the tests and the benchmark. It is one node and its own KRaft
 * controller, on loopback, in a temporary directory that is deleted when it stops.
 *
 * <p>{@link io.tracemill.cli.broker.EmbeddedBroker} runs it inside this JVM. {@link
 * io.tracemill.cli.broker.BrokerProcess} runs it in its own process, for measurements that must not
 * share its heap and processors.
 */
@NullMarked
package io.tracemill.cli.broker;

import org.jspecify.annotations.NullMarked;
