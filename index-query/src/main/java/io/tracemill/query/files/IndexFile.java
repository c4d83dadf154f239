package io.tracemill.query.files;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.index.layout.IndexTable;
import java.nio.file.Path;

/**
 * A visible file.
 *
 * @param line the line of checkpoints that wrote it
 * @param hour the hour of its partition; the times of all its rows are in it
 */
public record IndexFile(String line, IndexTable table, Period hour, Path path) {}
