package io.tracemill.connectors.export;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Comparator.comparing;
import static java.util.stream.Collectors.toSet;

import io.tracemill.analysis.callingcontext.TreeDifference;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.view.LatencyClass;
import io.tracemill.analysis.view.LatencyClasses;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Writes flame graphs of endpoints as files into a directory. An endpoint has one graph of all
 * requests and one of each latency class with requests. Formats with two sets of figures add
 * differences. {@code index.json} lists the files.
 */
public final class FlameGraphFiles {
  /** The list of all files. */
  public static final String INDEX = ExportIndex.NAME;

  private static final int MAX_READABLE = 80;
  private static final int HASH_BYTES = 5;

  private final Path directory;
  private final Set<FlameGraphFormat> formats;
  private final List<ClassDifference> differences;
  private final List<Entry> index = new ArrayList<>();

  private record Entry(
      Frame endpoint, String latencyClass, FlameGraphFormat format, String file, long traces) {}

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
    FlameGraph graph = FlameGraph.of(title(endpoint, each.name()), each.traces(), each.tree());
    write(endpoint, each.name(), formats, graph);
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
    Set<FlameGraphFormat> able =
        formats.stream().filter(FlameGraphFormat::showsDifferences).collect(toSet());
    write(endpoint, name, able, FlameGraph.of(title(endpoint, name), difference));
  }

  private static String title(Frame endpoint, String latencyClass) {
    return endpoint + " " + latencyClass;
  }

  private void write(
      Frame endpoint, String latencyClass, Set<FlameGraphFormat> wanted, FlameGraph graph)
      throws IOException {
    for (FlameGraphFormat format : wanted) {
      String file =
          "%s.%s.%s".formatted(fileName(endpoint), classFileName(latencyClass), format.extension());
      try (OutputStream out =
          new BufferedOutputStream(Files.newOutputStream(directory.resolve(file)))) {
        format.write(graph, out);
      }
      index.add(new Entry(endpoint, latencyClass, format, file, graph.traces()));
    }
  }

  /** Writes the list of written files. */
  public void writeIndex() throws IOException {
    index.sort(comparing(Entry::endpoint));
    ExportIndex.write(directory, index.stream().map(FlameGraphFiles::fields).toList());
  }

  private static Map<String, Object> fields(Entry entry) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("service", entry.endpoint().service());
    fields.put("operation", entry.endpoint().operation());
    fields.put("class", entry.latencyClass());
    fields.put("format", entry.format().label());
    fields.put("file", entry.file());
    fields.put("traces", entry.traces());
    return fields;
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
