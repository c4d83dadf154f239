package io.tracemill.connectors.files;

/**
 * A part of a file that is decoded, and has arrived, at once.
 *
 * @param bytes what {@code format}'s decoder takes; not copied, not to be changed
 * @param eventTimeMillis when it could have arrived; never falls along a file
 * @param claimedMillis the latest end of its spans, rounded up, also where that is not believed; of
 *     a unit without any the same as {@code eventTimeMillis}
 */
@SuppressWarnings("ArrayRecordComponent")
public record FileUnit(byte[] bytes, FileFormat format, long eventTimeMillis, long claimedMillis) {}
