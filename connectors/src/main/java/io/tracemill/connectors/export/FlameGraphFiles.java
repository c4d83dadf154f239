package io.tracemill.connectors.export;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Comparator.comparing;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.tracemill.analysis.callingcontext.TreeDifference;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.view.LatencyClass;
import io.tracemill.analysis.view.LatencyClasses;
import io.tracemill.connectors.output.RecordJson;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Writes flame graphs of endpoints as files into a directory. An endpoint has one graph of all
 * requests and one of each latency class with requests. Formats with two sets of figures add
 * differences. {@code index.json} lists the files.
 */
public final class FlameGraphFiles {
  /** The list of all files. */
  public static final String INDEX = "index.json";

  private static final int MAX_READABLE = 80;
  private static final int HASH_BYTES = 5;

  private final Path directory;
  private final Set<FlameGraphFormat> formats;
  private final List<ClassDifference> differences;
  private final List<Entry> index = new ArrayList<>();

  /** A line of the list. */
  record Entry(
      String service,
      String operation,
      @JsonProperty("class") String latencyClass,
      String format,
      String file,
      long traces) {}

  private interface Graph {
    void write(OutputStream out) throws IOException;
  }

  /**
   * Writes into {@code directory}, which must exist.
   *
   * @param differences classes to compare
   */
  public FlameGraphFiles(
      Path directory, Set<FlameGraphFormat> formats, List<ClassDifference> differences) {
    this.directory = directory;
    this.formats = formats;
    this.differences = List.copyOf(differences);
  }

  /** Writes all graphs of an endpoint, each endpoint once; none if it has no requests. */
  public void write(Frame endpoint, LatencyClasses requests) throws IOException {
    if (requests.basis().kept() == 0) {
      return;
    }
    write(endpoint, requests.all());
    for (LatencyClass each : requests.classes()) {
      if (each.keptTraces() > 0) {
        write(endpoint, each);
      }
    }
    for (ClassDifference each : differences) {
      writeDifference(endpoint, requests, each);
    }
  }

  private void write(Frame endpoint, LatencyClass each) throws IOException {
    for (FlameGraphFormat format : formats) {
      write(endpoint, each.name(), format, each.traces(), out -> format.write(each.tree(), out));
    }
  }

  private void writeDifference(Frame endpoint, LatencyClasses requests, ClassDifference classes)
      throws IOException {
    Optional<LatencyClass> before = requests.named(classes.before());
    Optional<LatencyClass> after = requests.named(classes.after());
    if (before.isPresent() && after.isPresent()) {
      writeDifference(
          endpoint,
          classes.label(),
          TreeDifference.of(
              before.get().traces(),
              before.get().tree(),
              after.get().traces(),
              after.get().tree()));
    }
  }

  /**
   * Writes the difference of two sets of an endpoint's requests, in the formats that can show it.
   *
   * @param name what is compared, in place of a class; unique in an endpoint
   */
  public void writeDifference(Frame endpoint, String name, TreeDifference difference)
      throws IOException {
    if (formats.contains(FlameGraphFormat.FOLDED)) {
      write(
          endpoint,
          name,
          FlameGraphFormat.FOLDED,
          difference.after(),
          out -> FoldedStacks.write(difference, true, out));
    }
  }

  private void write(
      Frame endpoint, String latencyClass, FlameGraphFormat format, long traces, Graph graph)
      throws IOException {
    String file =
        "%s.%s.%s".formatted(fileName(endpoint), classFileName(latencyClass), format.extension());
    try (OutputStream out =
        new BufferedOutputStream(Files.newOutputStream(directory.resolve(file)))) {
      graph.write(out);
    }
    index.add(
        new Entry(
            endpoint.service(), endpoint.operation(), latencyClass, format.label(), file, traces));
  }

  /** Writes the list of written files. */
  public void writeIndex() throws IOException {
    index.sort(comparing(Entry::service).thenComparing(Entry::operation));
    writeIndex(directory, index);
  }

  /** Writes a list of files, as an array of objects. */
  static void writeIndex(Path directory, List<?> entries) throws IOException {
    Files.write(directory.resolve(INDEX), RecordJson.bytes(entries));
  }

  private static String classFileName(String latencyClass) {
    return latencyClass.replace("<=", "up-to-").replace(' ', '-');
  }

  /**
   * The readable part of the endpoint's names, and ten digits that make it unique. It is a valid
   * file name on any system and the same in every run.
   */
  public static String fileName(Frame endpoint) {
    String readable =
        (endpoint.service() + "-" + endpoint.operation())
            .replaceAll("[^A-Za-z0-9_]+", "-")
            .replaceAll("^-|-$", "");
    return readable.substring(0, Math.min(MAX_READABLE, readable.length())) + "-" + hash(endpoint);
  }

  private static String hash(Frame endpoint) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256")
              .digest((endpoint.service() + "\0" + endpoint.operation()).getBytes(UTF_8));
      return HexFormat.of().formatHex(hash, 0, HASH_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
