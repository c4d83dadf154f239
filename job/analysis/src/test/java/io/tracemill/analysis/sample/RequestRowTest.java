package io.tracemill.analysis.sample;

import static io.tracemill.analysis.request.TestRequest.request;
import static io.tracemill.analysis.request.TestRequest.step;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.TestRequest;
import io.tracemill.analysis.sums.HeapBytes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class RequestRowTest {
  private static byte[] bytes(List<RequestRow> rows) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    RequestRow.write(rows, new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private static List<RequestRow> read(byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    List<RequestRow> rows = RequestRow.read(in);
    assertThat(in.available()).isZero();
    return rows;
  }

  /** Everything that a row says. */
  private static List<Object> content(RequestRow row) {
    List<Object> content = new ArrayList<>();
    content.add(row.traceId());
    content.add(row.spanId());
    content.add(row.durationNanos());
    content.add(row.failed());
    content.add(row.category());
    content.add(row.attributes());
    content.add(row.weight());
    for (int node = 0; node < row.path().size(); node++) {
      content.add(row.path().parent(node));
      content.add(row.path().step(node));
      content.add(row.path().exclusiveNanos(node));
    }
    return content;
  }

  @Property
  void rowsAreReadAsTheyWereWritten(@ForAll("requests") List<RequestAnalysis> requests)
      throws IOException {
    List<RequestRow> rows =
        requests.stream()
            .map(request -> GivenRows.of(request, request.durationNanos() % 5 / 3.0))
            .toList();

    List<RequestRow> read = read(bytes(rows));

    assertThat(read.stream().map(RequestRowTest::content))
        .isEqualTo(rows.stream().map(RequestRowTest::content).toList());
    assertThat(bytes(read)).isEqualTo(bytes(rows));
  }

  @Test
  void whatIsRepeatedIsWrittenOnce() throws IOException {
    String value = "x".repeat(200);
    List<RequestAnalysis> requests = new ArrayList<>();
    for (int id = 0; id < 50; id++) {
      requests.add(request(id).call(value, 10).attribute("front", "region", value).build());
    }

    assertThat(bytes(GivenRows.of(requests))).hasSizeLessThan(2 * value.length() + 50 * 60);
  }

  @Test
  void aPathIsACopy() {
    RequestAnalysis request = request(1).call("front", 10).below(0, "db", 5).build();
    RequestRow row = GivenRows.of(request, 1);
    request.criticalPath().clear();

    assertThat(row.path().size()).isEqualTo(2);
    assertThat(row.path().parent(0)).isEqualTo(-1);
    assertThat(row.path().parent(1)).isZero();
    assertThat(row.path().step(1)).isEqualTo(step("db"));
    assertThat(row.path().exclusiveNanos(1)).isEqualTo(5);
  }

  @Property(tries = 100)
  void aRowTakesNoMoreThanItSaysNamesApart(@ForAll("requests") List<RequestAnalysis> requests)
      throws IOException, IllegalAccessException {
    for (RequestRow row : read(bytes(GivenRows.of(requests)))) {
      assertThat(
              HeapBytes.of(
                  row,
                  String.class,
                  io.tracemill.analysis.span.Frame.class,
                  io.tracemill.analysis.callingcontext.PathStep.class))
          .isLessThanOrEqualTo(row.heapBytes());
    }
  }

  @Provide
  Arbitrary<List<RequestAnalysis>> requests() {
    return TestRequest.any();
  }
}
