package io.tracemill.analysis.anomaly;

import io.tracemill.analysis.callingcontext.CallPaths;
import io.tracemill.analysis.request.RequestTables;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.varint.Text;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The bytes of one {@link AnomalyModel}. The reader trusts nothing: it checks each number, and a
 * size against the bytes left before it allocates.
 */
final class ModelCodec {
  private static final int MAX_NODES = 2 * CallPathEncoder.MAX_KNOWN + 1;
  private static final int MAX_WIDTH = CallPathEncoder.MAX_PATHS + 1;

  private ModelCodec() {}

  static void write(DataOutputStream out, AnomalyModel model) throws IOException {
    RequestTables tables = new RequestTables();
    Text.write(out, model.id());
    tables.writeFrame(out, model.endpoint());
    out.writeLong(model.trainedMillis());
    Varint.write(out, model.requests());
    writeEncoder(out, model.encoder(), tables);
    writeNovelty(out, model.novelty());
    writeNearest(out, model.nearest());
    out.writeBoolean(model.vae().isPresent());
    if (model.vae().isPresent()) {
      for (DenseLayer layer : model.vae().get().layers()) {
        writeFloats(out, layer.weights());
        writeFloats(out, layer.bias());
      }
    }
    out.writeDouble(model.scores().alarmShare());
    Varint.write(out, model.scores().sorted().length);
    for (double score : model.scores().sorted()) {
      out.writeDouble(score);
    }
  }

  /** Reads what {@link #write} wrote, up to the end of {@code in}, which is in memory. */
  static AnomalyModel read(DataInputStream in) throws IOException {
    RequestTables tables = new RequestTables();
    String id = Text.read(in);
    Frame endpoint = tables.readFrame(in);
    long trainedMillis = in.readLong();
    int requests = Varint.readUpTo(in, Integer.MAX_VALUE);
    CallPathEncoder encoder = readEncoder(in, tables);
    Novelty novelty = readNovelty(in);
    NearestVectors nearest = readNearest(in, encoder.width());
    Optional<Vae> vae =
        in.readBoolean() ? Optional.of(readVae(in, encoder.width())) : Optional.empty();
    double alarmShare = in.readDouble();
    double[] scores = new double[size(in, NormalScores.MAX_SCORES, Double.BYTES)];
    for (int i = 0; i < scores.length; i++) {
      scores[i] = in.readDouble();
    }
    require(in.available() == 0, "bytes after its end: " + in.available());
    NormalScores distribution = NormalScores.of(scores, alarmShare);
    return new AnomalyModel(
        id, endpoint, trainedMillis, requests, encoder, novelty, nearest, vae, distribution);
  }

  private static void writeEncoder(
      DataOutputStream out, CallPathEncoder encoder, RequestTables tables) throws IOException {
    CallPaths paths = encoder.paths();
    Varint.write(out, paths.size());
    for (int node = 0; node < paths.size(); node++) {
      Varint.write(out, paths.parent(node) + 1);
      tables.writeStep(out, paths.step(node));
      Varint.write(out, encoder.column()[node] + 1);
    }
    writeFloats(out, encoder.mean());
    writeFloats(out, encoder.deviation());
  }

  private static CallPathEncoder readEncoder(DataInputStream in, RequestTables tables)
      throws IOException {
    CallPaths paths = new CallPaths();
    int[] column = new int[size(in, MAX_NODES, 3)];
    int width = 0;
    for (int node = 0; node < column.length; node++) {
      int parent = Varint.readUpTo(in, node) - 1;
      require(paths.child(parent, tables.readStep(in)) == node, "path " + node + " comes twice");
      column[node] = Varint.readUpTo(in, MAX_WIDTH) - 1;
      width = Math.max(width, column[node] + 1);
    }
    float[] mean = readFloats(in, width);
    float[] deviation = readFloats(in, width);
    for (float each : deviation) {
      require(each >= CallPathEncoder.MIN_DEVIATION, "a deviation of " + each);
    }
    return new CallPathEncoder(paths, column, mean, deviation);
  }

  private static void writeNovelty(DataOutputStream out, Novelty novelty) throws IOException {
    Varint.write(out, novelty.sets().length);
    for (long set : novelty.sets()) {
      out.writeLong(set);
    }
    Varint.write(out, novelty.heldOut());
    Varint.write(out, novelty.newPaths());
    Varint.write(out, novelty.newSets());
  }

  private static Novelty readNovelty(DataInputStream in) throws IOException {
    long[] sets = new long[size(in, AnomalyTrainer.MAX_REQUESTS, Long.BYTES)];
    for (int i = 0; i < sets.length; i++) {
      sets[i] = in.readLong();
      require(i == 0 || sets[i - 1] < sets[i], "sets of paths out of order");
    }
    int heldOut = Varint.readUpTo(in, AnomalyTrainer.MAX_REQUESTS);
    int newPaths = Varint.readUpTo(in, heldOut);
    return new Novelty(sets, heldOut, newPaths, Varint.readUpTo(in, heldOut));
  }

  private static void writeNearest(DataOutputStream out, NearestVectors nearest)
      throws IOException {
    int rows = nearest.first().length - 1;
    Varint.write(out, rows);
    for (int row = 0; row < rows; row++) {
      Varint.write(out, nearest.first()[row + 1] - nearest.first()[row]);
    }
    for (short column : nearest.column()) {
      Varint.write(out, column);
    }
    writeFloats(out, nearest.value());
  }

  private static NearestVectors readNearest(DataInputStream in, int width) throws IOException {
    int[] first = new int[size(in, NearestVectors.MAX_ROWS, 1) + 1];
    require(first.length > 1, "no vectors of training");
    for (int row = 1; row < first.length; row++) {
      first[row] = first[row - 1] + Varint.readUpTo(in, width);
    }
    int values = first[first.length - 1];
    require(values <= in.available(), values + " values in fewer bytes");
    short[] column = new short[values];
    for (int i = 0; i < values; i++) {
      column[i] = (short) Varint.readUpTo(in, width - 1);
    }
    return new NearestVectors(first, column, readFloats(in, values));
  }

  private static Vae readVae(DataInputStream in, int width) throws IOException {
    List<DenseLayer> layers = new ArrayList<>();
    for (DenseLayer shape : Vae.shapes(width)) {
      float[] weights = readFloats(in, shape.weights().length);
      float[] bias = readFloats(in, shape.bias().length);
      layers.add(new DenseLayer(shape.inputs(), shape.outputs(), weights, bias));
    }
    return new Vae(layers);
  }

  private static void writeFloats(DataOutputStream out, float[] values) throws IOException {
    for (float value : values) {
      out.writeFloat(value);
    }
  }

  private static float[] readFloats(DataInputStream in, int count) throws IOException {
    require((long) count * Float.BYTES <= in.available(), count + " numbers in fewer bytes");
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = in.readFloat();
      require(Float.isFinite(values[i]), "a number that is not finite");
    }
    return values;
  }

  /** A number of things of at least so many bytes each. */
  private static int size(DataInputStream in, int max, int bytesEach) throws IOException {
    int size = Varint.readUpTo(in, max);
    require((long) size * bytesEach <= in.available(), size + " things in fewer bytes");
    return size;
  }

  private static void require(boolean holds, String otherwise) throws ModelFileException {
    if (!holds) {
      throw new ModelFileException(otherwise);
    }
  }
}
