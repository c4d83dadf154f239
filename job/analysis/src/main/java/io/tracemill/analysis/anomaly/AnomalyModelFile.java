package io.tracemill.analysis.anomaly;

import io.tracemill.analysis.varint.Varint;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Models of many endpoints in one file, the busiest endpoint first.
 *
 * <pre>
 * "TMAM" version:byte models:varint { length:varint checksum:int bytes[length] }
 * </pre>
 *
 * The checksum is CRC-32C. A file of another version is refused, as it is quick to train again.
 */
public final class AnomalyModelFile {
  private static final int MAGIC = 0x544D414D;
  private static final int VERSION = 1;
  private static final int MAX_MODELS = 1_000_000;
  private static final int MAX_MODEL_BYTES = 1 << 25;

  private AnomalyModelFile() {}

  /**
   * The models of a file.
   *
   * @param leftOut how many had no room
   */
  public record Models(List<AnomalyModel> models, int leftOut) {}

  /**
   * Writes models; does not close {@code to}.
   *
   * @throws IllegalArgumentException if a model takes more than 32 MB
   */
  public static void write(OutputStream to, List<AnomalyModel> models) throws IOException {
    DataOutputStream out = new DataOutputStream(to);
    out.writeInt(MAGIC);
    out.writeByte(VERSION);
    Varint.write(out, models.size());
    List<AnomalyModel> busiestFirst =
        models.stream()
            .sorted(
                Comparator.comparingInt((AnomalyModel m) -> -m.requests())
                    .thenComparing(AnomalyModel::endpoint))
            .toList();
    for (AnomalyModel model : busiestFirst) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      ModelCodec.write(new DataOutputStream(bytes), model);
      if (bytes.size() > MAX_MODEL_BYTES) {
        throw new IllegalArgumentException(
            "the model of " + model.endpoint() + " takes " + bytes.size() + " bytes");
      }
      Varint.write(out, bytes.size());
      out.writeInt(checksum(bytes.toByteArray()));
      bytes.writeTo(out);
    }
    out.flush();
  }

  /**
   * Reads models from the first on, as many as take {@code maxBytes} of memory together.
   *
   * @throws ModelFileException if the bytes cannot be read, are not such a file, are of another
   *     version, truncated, damaged or contradictory
   */
  public static Models read(InputStream from, long maxBytes) throws ModelFileException {
    DataInputStream in = new DataInputStream(from);
    try {
      return readAll(in, maxBytes);
    } catch (ModelFileException e) {
      throw e;
    } catch (EOFException e) {
      throw new ModelFileException("the file of models is truncated", e);
    } catch (IOException e) {
      throw new ModelFileException("the file of models is unreadable: " + e.getMessage(), e);
    }
  }

  private static Models readAll(DataInputStream in, long maxBytes) throws IOException {
    if (in.readInt() != MAGIC) {
      throw new ModelFileException("not a file of models: it does not begin with TMAM");
    }
    int version = in.readUnsignedByte();
    if (version != VERSION) {
      throw new ModelFileException("models of version " + version + ", expected " + VERSION);
    }
    int count = Varint.readUpTo(in, MAX_MODELS);
    List<AnomalyModel> models = new ArrayList<>();
    long left = maxBytes;
    for (int i = 0; i < count; i++) {
      byte[] bytes = checked(in, i);
      if (left >= 0) {
        AnomalyModel model = parse(bytes, i);
        left -= model.heapBytes();
        if (left >= 0) {
          models.add(model);
        }
      }
    }
    if (in.read() >= 0) {
      throw new ModelFileException("bytes after the last of " + count + " models");
    }
    return new Models(models, count - models.size());
  }

  private static byte[] checked(DataInputStream in, int number) throws IOException {
    int length = Varint.readUpTo(in, MAX_MODEL_BYTES);
    int checksum = in.readInt();
    // It allocates only what there is to read.
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException();
    }
    if (checksum(bytes) != checksum) {
      throw new ModelFileException("model " + number + " is damaged: its checksum differs");
    }
    return bytes;
  }

  private static AnomalyModel parse(byte[] bytes, int number) throws ModelFileException {
    try {
      return ModelCodec.read(new DataInputStream(new ByteArrayInputStream(bytes)));
    } catch (IOException | IllegalArgumentException e) {
      throw new ModelFileException("model " + number + " is invalid: " + reason(e), e);
    }
  }

  private static String reason(Exception e) {
    return e instanceof EOFException ? "it ends too soon" : String.valueOf(e.getMessage());
  }

  private static int checksum(byte[] bytes) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes);
    return (int) checksum.getValue();
  }
}
