package io.tracemill.console.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.span.Frame;
import io.tracemill.connectors.output.ResultWriter;
import io.tracemill.console.api.ApiQuery;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.topology.Rules;
import io.tracemill.store.change.PastProfile;
import io.tracemill.store.engine.StoreSession;
import java.io.IOException;

/**
 * The profile of an endpoint in a past range of time, as a record of the stream {@code profiles}.
 */
record PastProfiles(StoreAccess store, TracemillConfig config) implements Question {
  @Override
  public String ask(ApiQuery query) throws IOException {
    Frame endpoint = query.endpoint();
    Period time = query.time();
    try (StoreSession session = store.open().session(time)) {
      PastProfile past = PastProfile.ask(session, time, endpoint, Rules.sums(config));
      return new String(
          new ResultWriter(Rules.records(config))
              .write(past.profile(), past.profile().window().endMillis())
              .value(),
          UTF_8);
    }
  }
}
