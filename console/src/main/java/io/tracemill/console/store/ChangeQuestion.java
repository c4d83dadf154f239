package io.tracemill.console.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.comparison.Cohorts;
import io.tracemill.analysis.comparison.Comparer;
import io.tracemill.analysis.comparison.Comparison;
import io.tracemill.analysis.span.Frame;
import io.tracemill.console.api.ApiException;
import io.tracemill.console.api.ApiQuery;
import io.tracemill.pipeline.config.ChangeKeys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.topology.Rules;
import io.tracemill.store.change.ComparisonJson;
import io.tracemill.store.change.PastChange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/** What changed between two past ranges of time, as {@code tracemill compare} does for files. */
record ChangeQuestion(StoreAccess index, TracemillConfig config) implements Question {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Override
  public String ask(ApiQuery query) throws IOException {
    Period before = query.range("before");
    Period after = query.range("after");
    if (before.overlaps(after)) {
      throw ApiException.badParameter("before and after: the two ranges of time overlap");
    }
    Optional<Frame> endpoint = query.optionalEndpoint();
    return index.inSessions(
        before,
        after,
        (first, second) ->
            document(
                PastChange.ask(first, before, second, after, endpoint, Rules.sums(config))
                    .cohorts()));
  }

  private JsonNode document(Cohorts cohorts) {
    Comparison comparison =
        new Comparer(
                Rules.detection(config), Rules.explanation(config), Rules.sums(config), cohorts)
            .compare();
    try {
      return JSON.readTree(
          ComparisonJson.of(
              comparison,
              cohorts,
              ComparisonJson.records(
                  comparison, Rules.records(config), config.get(ChangeKeys.LINKS_TRACE))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
