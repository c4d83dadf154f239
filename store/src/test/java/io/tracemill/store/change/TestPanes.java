package io.tracemill.store.change;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.tracemill.analysis.pane.DurationScale;
import io.tracemill.analysis.pane.PaneCounter;
import io.tracemill.analysis.pane.PaneCountsBytes;
import io.tracemill.analysis.pane.PaneLimits;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.span.Frame;
import io.tracemill.store.layout.StoredPane;
import io.tracemill.store.layout.StoredPane.Kind;
import io.tracemill.store.question.TestStore;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** Writes the panes of a small index, one file for each hour. */
public final class TestPanes {
  private static final long MINUTE_MILLIS = 60_000;
  private static final long HOUR_MILLIS = 60 * MINUTE_MILLIS;

  private TestPanes() {}

  /** Both kinds of rows of one minute, in two parts. */
  public static List<StoredPane> minute(
      Frame endpoint, long timeMillis, List<RequestAnalysis> requests, ProfileLimits limits)
      throws IOException {
    List<StoredPane> panes = new ArrayList<>();
    int half = requests.size() / 2;
    for (List<RequestAnalysis> some :
        List.of(requests.subList(0, half), requests.subList(half, requests.size()))) {
      EndpointAccumulator sums = new EndpointAccumulator(limits);
      PaneCounter counter = new PaneCounter(new DurationScale(1000), PaneLimits.STANDARD);
      some.forEach(sums::add);
      some.forEach(counter::add);
      ByteArrayOutputStream profile = new ByteArrayOutputStream();
      EndpointAccumulator.summary(limits, List.of(sums)).write(new DataOutputStream(profile));
      ByteArrayOutputStream counts = new ByteArrayOutputStream();
      PaneCountsBytes.write(counter.counts(endpoint, timeMillis), new DataOutputStream(counts));
      panes.add(row(endpoint, timeMillis, some.size(), Kind.PROFILE, profile.toByteArray()));
      panes.add(row(endpoint, timeMillis, some.size(), Kind.COUNTS, counts.toByteArray()));
    }
    return panes;
  }

  private static StoredPane row(
      Frame endpoint, long timeMillis, long requests, Kind kind, byte[] bytes) {
    return new StoredPane(
        timeMillis, MINUTE_MILLIS, endpoint, requests, kind, StoredPane.VERSION, bytes);
  }

  /** Writes them. */
  public static void write(Path directory, List<StoredPane> panes) {
    panes.stream()
        .collect(groupingBy(pane -> pane.timeMillis() / HOUR_MILLIS, TreeMap::new, toList()))
        .forEach(
            (hour, ofHour) -> {
              String iso = Instant.ofEpochMilli(hour * HOUR_MILLIS).toString();
              file(
                  directory.resolve(
                      "%s/panes/date=%s/hour=%s/part-0.parquet"
                          .formatted(TestStore.LINE, iso.substring(0, 10), iso.substring(11, 13))),
                  ofHour);
            });
  }

  private static void file(Path file, List<StoredPane> panes) {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      Files.createDirectories(file.getParent());
      statement.execute(
          "CREATE TABLE panes (time_millis BIGINT, length_millis BIGINT, service VARCHAR,"
              + " operation VARCHAR, requests BIGINT, kind VARCHAR, version INTEGER, bytes BLOB)");
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO panes VALUES (?, ?, ?, ?, ?, ?, ?, ?)")) {
        for (StoredPane pane : panes) {
          insert.setLong(1, pane.timeMillis());
          insert.setLong(2, pane.lengthMillis());
          insert.setString(3, pane.endpoint().service());
          insert.setString(4, pane.endpoint().operation());
          insert.setLong(5, pane.requests());
          insert.setString(6, pane.kind().name().toLowerCase(Locale.ROOT));
          insert.setInt(7, pane.version());
          insert.setBytes(8, pane.bytes());
          insert.execute();
        }
      }
      statement.execute("COPY panes TO '%s' (FORMAT parquet)".formatted(file));
    } catch (IOException | SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
