package io.tracemill.connectors.files;

import java.nio.file.Path;

/**
 * A part of a file that is decoded, and has arrived, at once.
 *
 * @param file it is a part of, as it was named when it was opened
 * @param number how many units of the file come before it
 * @param bytes what {@code format}'s decoder takes; not copied, not to be changed
 * @param eventTimeMillis when it could have arrived; never falls along a file
 * @param claimedMillis the latest end of its spans, rounded up, also where that is not believed; of
 *     a unit without any the same as {@code eventTimeMillis}
 */
@SuppressWarnings("ArrayRecordComponent")
public record FileUnit(
    Path file,
    long number,
    byte[] bytes,
    FileFormat format,
    long eventTimeMillis,
    long claimedMillis) {}
