/**
 * The demo: the traffic of a small shop, as its services would export it, and the job's findings.
 *
 * <p>{@link io.tracemill.cli.demo.Shop} defines the calls between services and their durations;
 * {@link io.tracemill.cli.demo.Scenario} defines the faults. {@link
 * io.tracemill.cli.demo.ShopTraffic} plays requests, the same for the same seed. {@link
 * io.tracemill.cli.demo.ShopExporter} exports the spans as the hosts' SDKs do, in OTLP batches some
 * time after the spans ended. {@link io.tracemill.cli.demo.TrafficProducer} sends them to Kafka,
 * and {@link io.tracemill.cli.demo.Findings} knows which faults the job has found. Only {@link
 * io.tracemill.cli.demo.DemoCommand} and {@link io.tracemill.cli.demo.DemoScreen} read a clock.
 */
@NullMarked
package io.tracemill.cli.demo;

import org.jspecify.annotations.NullMarked;
