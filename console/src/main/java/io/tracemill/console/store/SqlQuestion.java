package io.tracemill.console.store;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.console.api.ApiQuery;
import io.tracemill.store.question.AnswerJson;
import io.tracemill.store.sql.SqlProcess;
import io.tracemill.store.sql.SqlResult;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** One SELECT statement over the store. It runs in a separate process, which can only read. */
record SqlQuestion(StoreAccess store) implements Question {
  private static final int USUAL_ROWS = 1_000;
  private static final int MAX_ROWS = 10_000;

  @Override
  public String ask(ApiQuery query) throws IOException {
    String sql = query.required("sql");
    Period time = query.time();
    int maxRows = query.number("maxRows", USUAL_ROWS, 1, MAX_ROWS);
    store.open();
    SqlResult result =
        SqlProcess.run(
            store.directory(), Optional.empty(), time, sql, store.limits().withMaxRows(maxRows));
    return AnswerJson.of(
        new SqlResult(
            result.columns(),
            result.rows(),
            result.skippedFiles().stream().map(store::relative).toList()),
        List.of());
  }
}
