package io.tracemill.store.engine;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.store.layout.StoreTable;
import java.nio.file.Path;

/**
 * A visible file.
 *
 * @param line the line of checkpoints that wrote it
 * @param hour the hour of its partition; the times of all its rows are in it
 */
public record StoreFile(String line, StoreTable table, Period hour, Path path) {}
