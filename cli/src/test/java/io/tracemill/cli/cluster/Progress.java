package io.tracemill.cli.cluster;

/**
 * How far a job has come, as those see it who are not in it.
 *
 * @param committed where the output topics end for readers of committed records, all partitions
 *     together
 * @param checkpoint the newest that is complete
 */
record Progress(long committed, long checkpoint) {}
