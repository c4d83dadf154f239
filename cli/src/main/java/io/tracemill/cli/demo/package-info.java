/**
 * The demo: the traffic of a small shop, as its services would export it, and what the job finds in
 * it.
 *
 * <p>{@link io.tracemill.cli.demo.Shop} says who calls whom and how long things take, {@link
 * io.tracemill.cli.demo.Scenario} what goes wrong. {@link io.tracemill.cli.demo.ShopTraffic} plays
 * requests, the same for the same seed; {@link io.tracemill.cli.demo.ShopExporter} hands the spans
 * over as the hosts' SDKs do, in OTLP batches some time after the spans ended; {@link
 * io.tracemill.cli.demo.TrafficProducer} does that in real time, into Kafka. Only the last one
 * knows a clock.
 */
@NullMarked
package io.tracemill.cli.demo;

import org.jspecify.annotations.NullMarked;
