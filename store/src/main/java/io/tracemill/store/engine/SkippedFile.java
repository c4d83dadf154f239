package io.tracemill.store.engine;

import java.nio.file.Path;

/**
 * A file that an answer leaves out.
 *
 * @param reason why, in a few words
 */
public record SkippedFile(Path path, String reason) {}
