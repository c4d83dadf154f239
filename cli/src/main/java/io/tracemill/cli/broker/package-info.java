/**
 * A real Kafka broker for the demo, the tests and the benchmark: one node that is its own KRaft
 * controller, on loopback, in a temporary directory that goes when it stops.
 *
 * <p>{@link io.tracemill.cli.broker.EmbeddedBroker} runs it inside this JVM; {@link
 * io.tracemill.cli.broker.BrokerProcess} is the same broker in a process of its own, where a
 * measurement must not share its heap and its processors with it.
 */
@NullMarked
package io.tracemill.cli.broker;

import org.jspecify.annotations.NullMarked;
