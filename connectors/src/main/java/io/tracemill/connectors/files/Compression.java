package io.tracemill.connectors.files;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.github.luben.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/** The compression of a file, recognised by its first bytes. */
public enum Compression {
  GZIP("gzip", "\u001F\u008B"),
  ZSTD("zstd", "(\u00B5/\u00FD"),
  ZIP("ZIP", "PK\u0003\u0004"),
  BZIP2("bzip2", "BZh"),
  XZ("xz", "\u00FD7zXZ");

  private static final int BUFFER_BYTES = 1 << 16;

  private final String label;

  /** The first bytes, each as a character. */
  private final String magic;

  Compression(String label, String magic) {
    this.label = label;
    this.magic = magic;
  }

  String label() {
    return label;
  }

  /** The compression of a file that begins with {@code head}. */
  public static Optional<Compression> of(byte[] head) {
    return Arrays.stream(values()).filter(each -> each.begins(head)).findFirst();
  }

  /** Whether compressed bytes begin with {@code head}. */
  boolean begins(byte[] head) {
    return begins(head, magic);
  }

  /** Whether bytes begin with {@code magic}, which has a character for each byte. */
  static boolean begins(byte[] head, String magic) {
    return head.length >= magic.length()
        && new String(head, 0, magic.length(), ISO_8859_1).equals(magic);
  }

  /** The uncompressed bytes; empty if this cannot be read. */
  public Optional<InputStream> unpacked(InputStream in) throws IOException {
    return switch (this) {
      case GZIP -> Optional.of(unzipped(in));
      case ZSTD -> Optional.of(new ZstdInputStream(in));
      case ZIP, BZIP2, XZ -> Optional.empty();
    };
  }

  /**
   * Reports no available bytes, so a buffer does not read ahead. If compressed data is cut off,
   * reading ahead would lose the bytes read before.
   */
  private static InputStream unzipped(InputStream in) throws IOException {
    return new GZIPInputStream(in, BUFFER_BYTES) {
      @Override
      public int available() {
        return 0;
      }
    };
  }
}
