/**
 * The job on a real cluster while things break: a Kafka, Flink's job managers and task managers,
 * each a process of its own that can be killed, with a proxy where a network can be cut.
 */
@NullMarked
package io.tracemill.cli.cluster;

import org.jspecify.annotations.NullMarked;
