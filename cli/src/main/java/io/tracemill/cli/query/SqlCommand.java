package io.tracemill.cli.query;

import io.tracemill.cli.query.answer.Answer;
import io.tracemill.cli.query.answer.Table;
import io.tracemill.cli.screen.Wording;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.sql.SqlProcess;
import io.tracemill.store.sql.SqlResult;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Any SQL. */
@Command(
    name = "sql",
    header = "Run a SELECT over the store, in DuckDB's SQL.",
    description = {
      "",
      "Views: requests, spans, categories, panes, incidents. `DESCRIBE requests` lists the"
          + " columns; docs/store.md explains them. --from and --to choose which hours of the store to read. Write"
          + " all other conditions into the statement.",
      "",
      "It runs in a separate process, which can only read the store.",
      ""
    })
final class SqlCommand implements Callable<Integer> {
  @Mixin private QueryOptions options = new QueryOptions();

  @Parameters(paramLabel = "SQL", description = "One SELECT statement.")
  private String sql = "";

  @Option(
      names = "--max-rows",
      paramLabel = "N",
      description = "Maximum number of rows (default: 10,000).")
  private int maxRows = 10_000;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    QueryOptions.Form form = options.form();
    Filter filter = options.filter(options.open());
    if (!filter.equals(Filter.ALL.during(filter.time()))) {
      throw new ConfigException(
          "--where, --min-duration and --role are not for SQL; write them into the statement");
    }
    SqlResult result =
        SqlProcess.run(
            options.directory(),
            options.line(),
            filter.time(),
            sql,
            options.limits().withMaxRows(maxRows));
    AnswerPrinter.print(
        spec.commandLine(),
        new Answer(result, table(result).lines(), table(result).csv()),
        form,
        result.skippedFiles());
    return 0;
  }

  private static Table<List<@Nullable Object>> table(SqlResult result) {
    Table<List<@Nullable Object>> table = new Table<>(result.rows());
    for (int i = 0; i < result.columns().size(); i++) {
      int column = i;
      table.names(
          Wording.printable(result.columns().get(i)), row -> Objects.toString(row.get(column), ""));
    }
    return table;
  }
}
