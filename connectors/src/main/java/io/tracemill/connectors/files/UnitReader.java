package io.tracemill.connectors.files;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/** Cuts the uncompressed bytes of one file into units; one implementation a layout. */
interface UnitReader {
  /**
   * A unit without its event time.
   *
   * @param format whose decoder reads it
   * @param latestEndNanos latest end of its spans, Unix nanoseconds; empty if none is readable
   */
  @SuppressWarnings("ArrayRecordComponent")
  record RawUnit(byte[] bytes, FileFormat format, OptionalLong latestEndNanos) {}

  /** Largest unit that is read into memory, in bytes. */
  int MAX_UNIT_BYTES = 1 << 30;

  /** The next unit; empty at the end of the file. */
  Optional<RawUnit> next() throws IOException, CorruptFileException;
}
