package io.tracemill.connectors.decoding;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.analysis.span.Slice;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A short list of attribute keys to be recognised in a record's bytes. */
public class AttributeKeys {
  private static final int[] NONE = {};

  private final byte[][] keys;

  /** By length: the positions of the keys that are so long. Most keys of a record have none. */
  private final int[][] byLength;

  /** By further keys: these and those. */
  private final Map<List<String>, AttributeKeys> extended = new HashMap<>();

  public AttributeKeys(List<String> keys) {
    this(keys.stream().map(key -> key.getBytes(UTF_8)).toArray(byte[][]::new));
  }

  private AttributeKeys(byte[][] keys) {
    this.keys = keys;
    int longest = Arrays.stream(keys).mapToInt(key -> key.length).max().orElse(0);
    this.byLength =
        IntStream.rangeClosed(0, longest)
            .mapToObj(
                length ->
                    IntStream.range(0, keys.length)
                        .filter(position -> keys[position].length == length)
                        .toArray())
            .toArray(int[][]::new);
  }

  /** These keys, followed by {@code more}; the same object for the same ones. */
  public AttributeKeys and(List<String> more) {
    return extended.computeIfAbsent(more, this::extended);
  }

  private AttributeKeys extended(List<String> more) {
    Stream<byte[]> others = more.stream().map(key -> key.getBytes(UTF_8));
    return new AttributeKeys(Stream.concat(Arrays.stream(keys), others).toArray(byte[][]::new));
  }

  public int size() {
    return keys.length;
  }

  /** Position of {@code key} in the list, -1 if it is not there. */
  public final int indexOf(Slice key) {
    int length = key.length();
    for (int position : length < byLength.length ? byLength[length] : NONE) {
      if (Arrays.equals(
          keys[position], 0, length, key.array(), key.offset(), key.offset() + length)) {
        return position;
      }
    }
    return -1;
  }

  /** Whether {@code key} is one of them. */
  public boolean contains(Slice key) {
    return indexOf(key) >= 0;
  }

  /** As {@link #indexOf(Slice)}, for a value whose type in the record is {@code type}. */
  public int indexOf(Slice key, ValueType type) {
    return indexOf(key);
  }
}
