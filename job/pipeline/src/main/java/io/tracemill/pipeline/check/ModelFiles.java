package io.tracemill.pipeline.check;

import io.tracemill.analysis.anomaly.AnomalyModel;
import io.tracemill.analysis.anomaly.AnomalyModelFile;
import io.tracemill.analysis.anomaly.ModelFileException;
import io.tracemill.analysis.span.Frame;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of models in a directory, {@code *.tmam}. A file that cannot be read is logged and
 * counted; the others are used. If an endpoint has two models, the newer one is used.
 */
public final class ModelFiles {
  private static final Logger LOG = LoggerFactory.getLogger(ModelFiles.class);
  private static final String SUFFIX = ".tmam";

  private final Path directory;
  private final long maxBytes;
  private Map<Path, State> seen = Map.of();
  private Models models = Models.NONE;
  private boolean listed = true;

  /**
   * What there is.
   *
   * @param leftOut number of models that had no room
   * @param refused number of files that cannot be read
   */
  public record Models(Map<Frame, AnomalyModel> byEndpoint, int leftOut, int refused) {
    static final Models NONE = new Models(Map.of(), 0, 0);
  }

  private record State(long bytes, FileTime changed) {}

  /**
   * The files of a directory, which are read later.
   *
   * @param maxBytes of memory for all models; the busiest endpoints first
   */
  public ModelFiles(Path directory, long maxBytes) {
    this.directory = directory;
    this.maxBytes = maxBytes;
  }

  /**
   * Reads all files again if one has changed since the last time. If they cannot be listed, the
   * last models hold.
   */
  public Models read() {
    try {
      Map<Path, State> now = states();
      listed = true;
      if (!now.equals(seen)) {
        seen = now;
        models = readAll(List.copyOf(now.keySet()));
      }
    } catch (IOException e) {
      if (listed) {
        LOG.warn("The directory of models {} cannot be listed: {}", directory, e.toString());
      }
      listed = false;
    }
    return models;
  }

  private Map<Path, State> states() throws IOException {
    Map<Path, State> states = new LinkedHashMap<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(each -> each.toString().endsWith(SUFFIX)).sorted().toList()) {
        states.put(file, state(file));
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return states;
  }

  /** A file that is gone or unreadable is refused when it is read. */
  private static State state(Path file) {
    try {
      return new State(Files.size(file), Files.getLastModifiedTime(file));
    } catch (IOException e) {
      return new State(0, FileTime.fromMillis(0));
    }
  }

  private Models readAll(List<Path> files) {
    Models all = Models.NONE;
    for (Path file : files) {
      try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
        AnomalyModelFile.Models read = AnomalyModelFile.read(in, maxBytes);
        all = merge(all, read);
        LOG.info("Read {} models from {}.", read.models().size(), file);
      } catch (ModelFileException e) {
        LOG.warn("The file of models {} is refused: {}", file, e.getMessage());
        all = refuse(all);
      } catch (IOException e) {
        LOG.warn("The file of models {} cannot be read: {}", file, e.toString());
        all = refuse(all);
      }
    }
    return all;
  }

  private static Models refuse(Models all) {
    return new Models(all.byEndpoint(), all.leftOut(), all.refused() + 1);
  }

  private Models merge(Models known, AnomalyModelFile.Models more) {
    Map<Frame, AnomalyModel> newest = new HashMap<>(known.byEndpoint());
    for (AnomalyModel model : more.models()) {
      newest.merge(
          model.endpoint(), model, (a, b) -> b.trainedMillis() >= a.trainedMillis() ? b : a);
    }
    Map<Frame, AnomalyModel> fitting = new HashMap<>();
    long left = maxBytes;
    for (AnomalyModel model : busiestFirst(newest)) {
      left -= model.heapBytes();
      if (left < 0) {
        break;
      }
      fitting.put(model.endpoint(), model);
    }
    int leftOut = known.leftOut() + more.leftOut() + newest.size() - fitting.size();
    return new Models(Map.copyOf(fitting), leftOut, known.refused());
  }

  private static List<AnomalyModel> busiestFirst(Map<Frame, AnomalyModel> models) {
    return models.values().stream()
        .sorted(
            Comparator.comparingInt((AnomalyModel each) -> -each.requests())
                .thenComparing(AnomalyModel::endpoint))
        .toList();
  }
}
