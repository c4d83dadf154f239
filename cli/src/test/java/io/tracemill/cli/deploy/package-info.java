/**
 * Tests of what runs outside this repository's own processes: the compose file with all that it
 * refers to, the image and what Kubernetes is given, the job's jar on a Flink cluster, and what
 * Prometheus and Grafana are given.
 */
@NullMarked
package io.tracemill.cli.deploy;

import org.jspecify.annotations.NullMarked;
