/**
 * A real Kafka broker for the demo, the tests and the benchmark. It is one node and its own KRaft
 * controller, on loopback, in a temporary directory that is deleted when it stops.
 */
@NullMarked
package io.tracemill.cli.broker;

import org.jspecify.annotations.NullMarked;
