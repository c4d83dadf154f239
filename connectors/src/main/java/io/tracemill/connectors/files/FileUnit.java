package io.tracemill.connectors.files;

import java.nio.file.Path;

/**
 * A part of a file that arrives and is decoded as a whole.
 *
 * @param file it is a part of, as it was named when it was opened
 * @param number how many units of the file come before it
 * @param bytes the input of {@code format}'s decoder; not copied, not to be changed
 * @param eventTimeMillis when it could have arrived; never falls
 * @param claimedMillis the latest end of its spans, rounded up, even if event time ignores it; the
 *     same as {@code eventTimeMillis} if no span has an end
 */
@SuppressWarnings("ArrayRecordComponent")
public record FileUnit(
    Path file,
    long number,
    byte[] bytes,
    FileFormat format,
    long eventTimeMillis,
    long claimedMillis) {}
