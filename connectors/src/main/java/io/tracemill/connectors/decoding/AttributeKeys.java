package io.tracemill.connectors.decoding;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.analysis.span.Slice;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** A short list of attribute keys to be recognised in a record's bytes. */
public final class AttributeKeys {
  private final byte[][] keys;

  public AttributeKeys(List<String> keys) {
    this(keys.stream().map(key -> key.getBytes(UTF_8)).toArray(byte[][]::new));
  }

  private AttributeKeys(byte[][] keys) {
    this.keys = keys;
  }

  /** These keys, followed by {@code more}. */
  public AttributeKeys and(List<String> more) {
    Stream<byte[]> others = more.stream().map(key -> key.getBytes(UTF_8));
    return new AttributeKeys(Stream.concat(Arrays.stream(keys), others).toArray(byte[][]::new));
  }

  public int size() {
    return keys.length;
  }

  /** Position of {@code key} in the list, -1 if it is not there. */
  public int indexOf(Slice key) {
    for (int i = 0; i < keys.length; i++) {
      byte[] candidate = keys[i];
      if (candidate.length == key.length()
          && Arrays.equals(
              candidate,
              0,
              candidate.length,
              key.array(),
              key.offset(),
              key.offset() + key.length())) {
        return i;
      }
    }
    return -1;
  }
}
