package io.tracemill.store.change;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.EndpointSums;
import io.tracemill.analysis.sums.SumRules;
import io.tracemill.store.layout.StoreLayout;
import io.tracemill.store.layout.StoreTable;
import io.tracemill.store.layout.StoredPane;
import io.tracemill.store.parquet.PaneFormat;
import io.tracemill.store.question.TestStore;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes the panes of a small store, one file for each hour. */
public final class TestPanes {
  private static final long MINUTE_MILLIS = 60_000;

  private TestPanes() {}

  /** The rows of one minute, in two parts. */
  public static List<StoredPane> minute(
      Frame endpoint, long timeMillis, List<RequestAnalysis> requests, SumRules rules) {
    List<StoredPane> panes = new ArrayList<>();
    int half = requests.size() / 2;
    for (List<RequestAnalysis> some :
        List.of(requests.subList(0, half), requests.subList(half, requests.size()))) {
      EndpointSums sums = new EndpointSums(rules);
      some.forEach(sums::add);
      sums.finish();
      panes.add(
          new StoredPane(
              timeMillis, MINUTE_MILLIS, endpoint, some.size(), StoredPane.VERSION, bytes(sums)));
    }
    return panes;
  }

  /** The bytes of finished sums. */
  public static byte[] bytes(EndpointSums sums) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      sums.write(new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** Writes them. */
  public static void write(Path directory, List<StoredPane> panes) {
    var table = StoreLayout.table(TestStore.line(directory, TestStore.LINE), StoreTable.PANES);
    panes.stream()
        .collect(groupingBy(pane -> StoreLayout.partition(pane.timeMillis()), toList()))
        .forEach((hour, ofHour) -> TestStore.file(file(table, hour), new PaneFormat(), ofHour));
  }

  private static org.apache.flink.core.fs.Path file(
      org.apache.flink.core.fs.Path table, String hour) {
    return new org.apache.flink.core.fs.Path(table, hour + "/part-0.parquet");
  }
}
