package io.tracemill.bench.workload;

/** A trace of a batch: its calls and their times; {@code number} counts from 0 in the batch. */
record PlannedTrace(int number, CallTree tree, Schedule schedule) {}
