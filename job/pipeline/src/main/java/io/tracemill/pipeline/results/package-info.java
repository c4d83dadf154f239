/**
 * Reads what the job has published: {@link io.tracemill.pipeline.results.ResultTopics} reads the
 * output topics, for the command line and the console.
 */
@NullMarked
package io.tracemill.pipeline.results;

import org.jspecify.annotations.NullMarked;
