package io.tracemill.store.engine;

/**
 * A file that an answer leaves out.
 *
 * @param file its path
 * @param reason why, in a few words
 */
public record SkippedFile(String file, String reason) {}
