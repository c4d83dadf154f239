package io.tracemill.store.engine;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** A cheap check of a Parquet file: it reads twelve bytes. */
final class ParquetCheck {
  private static final byte[] MAGIC = "PAR1".getBytes(US_ASCII);
  private static final int TAIL_BYTES = Integer.BYTES + MAGIC.length;
  private static final int LEAST_BYTES = MAGIC.length + TAIL_BYTES;

  private ParquetCheck() {}

  /** Why the file is not usable; empty if it begins and ends like a Parquet file. */
  static Optional<String> failure(Path file) {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long size = channel.size();
      if (size < LEAST_BYTES) {
        return Optional.of("it has only " + size + " bytes");
      }
      ByteBuffer head = read(channel, 0, MAGIC.length);
      ByteBuffer tail = read(channel, size - TAIL_BYTES, TAIL_BYTES);
      long footer = tail.order(ByteOrder.LITTLE_ENDIAN).getInt();
      if (!head.equals(ByteBuffer.wrap(MAGIC)) || !tail.equals(ByteBuffer.wrap(MAGIC))) {
        return Optional.of("it is half-written or no Parquet file");
      } else if (footer <= 0 || footer > size - LEAST_BYTES) {
        return Optional.of("its footer is broken");
      }
      return Optional.empty();
    } catch (NoSuchFileException e) {
      return Optional.of("it has just been deleted");
    } catch (IOException e) {
      return Optional.of("it cannot be read: " + e.getMessage());
    }
  }

  private static ByteBuffer read(FileChannel channel, long from, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    while (bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) >= 0) {}
    return bytes.flip();
  }
}
