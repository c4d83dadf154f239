package io.tracemill.console.feed;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tracemill.analysis.span.Frame;
import io.tracemill.connectors.live.EndpointView;
import io.tracemill.connectors.live.LatencyPoint;
import io.tracemill.connectors.live.Picture;
import io.tracemill.connectors.live.PictureLimits;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.console.feed.TestRecords.Result;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class PictureLimitsTest {
  private static final PictureLimits LIMITS = new PictureLimits(4, 3, 600, 500, 3, 20);
  private static final List<Frame> ENDPOINTS =
      List.of("a", "b", "c", "d", "e", "f").stream().map(name -> Frame.of(name, name)).toList();

  @Provide
  static Arbitrary<List<Result>> records() {
    return Combinators.combine(
            Arbitraries.of(ResultStream.class),
            Arbitraries.integers().between(-1, 5),
            Arbitraries.longs().between(0, 60),
            Arbitraries.of("page", "ticket", "info"),
            Arbitraries.of("", "k1", "k2"),
            Arbitraries.integers().between(0, 300))
        .as(PictureLimitsTest::record)
        .list()
        .ofMaxSize(80);
  }

  private static Result record(
      ResultStream stream, int endpoint, long end, String severity, String key, int length) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.putObject("window").put("startMillis", end - 5).put("endMillis", end);
    if (endpoint >= 0) {
      String name = ENDPOINTS.get(endpoint).service();
      json.putObject("endpoint").put("service", name).put("operation", name);
    }
    json.put("id", severity + endpoint).put("incident", severity + end % 7);
    json.put("severity", severity).put("judgedMillis", end).put("rank", endpoint);
    json.put("status", end % 2 == 0 ? "firing" : "resolved");
    if (stream == ResultStream.QUALITY) {
      json.put("scope", endpoint < 0 ? "job" : "endpoint");
    }
    json.putObject("watch").put("state", "blind");
    json.put("text", "x".repeat(length));
    return TestRecords.result(stream, key, json);
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void nothingGrowsBeyondItsLimit(@ForAll("records") List<Result> records) {
    Picture picture = new Picture(LIMITS);
    records.forEach(record -> TestRecords.accept(picture, record));
    List<EndpointView> endpoints = picture.endpoints();
    assertThat(picture.endpointCount()).isLessThanOrEqualTo(LIMITS.endpoints());
    assertThat(picture.watches()).hasSizeLessThanOrEqualTo(LIMITS.endpoints());
    assertThat(endpoints)
        .allMatch(view -> view.points().size() <= LIMITS.points())
        .allMatch(view -> isAscending(view.points()));
    assertThat(endpoints.size() <= 1 || size(endpoints) <= LIMITS.profileCharacters()).isTrue();
    assertThat(picture.incidents()).hasSizeLessThanOrEqualTo(LIMITS.incidents());
    long mutations = 0;
    for (String severity : List.of("page", "ticket", "info")) {
      for (int i = 0; i < 7; i++) {
        mutations += characters(picture.mutations(severity + i));
      }
    }
    assertThat(mutations).isLessThanOrEqualTo(LIMITS.shelfCharacters());
    assertThat(ResultStream.values())
        .filteredOn(PictureLimitsTest::isOnAShelf)
        .allMatch(stream -> onShelf(picture, stream) <= LIMITS.shelfCharacters());
  }

  private static boolean isAscending(List<LatencyPoint> points) {
    for (int i = 1; i < points.size(); i++) {
      if (points.get(i - 1).endMillis() >= points.get(i).endMillis()) {
        return false;
      }
    }
    return true;
  }

  private static long size(List<EndpointView> endpoints) {
    return endpoints.stream().mapToLong(view -> view.profile().length()).sum();
  }

  private static boolean isOnAShelf(ResultStream stream) {
    return Picture.STREAMS.contains(stream)
        && stream != ResultStream.PROFILES
        && stream != ResultStream.INCIDENTS
        && stream != ResultStream.MUTATIONS;
  }

  private static long onShelf(Picture picture, ResultStream stream) {
    return ENDPOINTS.stream()
        .mapToLong(endpoint -> characters(picture.records(stream, endpoint)))
        .sum();
  }

  private static long characters(List<String> texts) {
    return texts.stream().mapToLong(String::length).sum();
  }
}
