package io.tracemill.cli.query;

import io.tracemill.query.Filter;
import io.tracemill.query.IndexSession;
import io.tracemill.query.RequestIndex;
import io.tracemill.query.files.SkippedFile;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A question: opens the index, asks, prints the answer, and names the files that it skipped. */
abstract class QuestionCommand implements Callable<Integer> {
  @Mixin private QueryOptions options = new QueryOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public final Integer call() throws Exception {
    QueryOptions.Form form = options.form();
    RequestIndex index = options.open();
    Filter filter = options.filter(index);
    try (IndexSession session = index.session(filter.time())) {
      print(ask(session, filter), form, session.skipped());
    }
    return 0;
  }

  /** Asks the question. */
  abstract Answer ask(IndexSession session, Filter filter) throws Exception;

  final QueryOptions options() {
    return options;
  }

  private void print(Answer answer, QueryOptions.Form form, List<SkippedFile> skipped)
      throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    switch (form) {
      case JSON -> out.println(AnswerJson.of(answer.value(), skipped));
      case CSV -> answer.csv().forEach(out::println);
      case TEXT -> answer.lines().forEach(out::println);
    }
    out.flush();
    if (!skipped.isEmpty()) {
      SkippedFile first = skipped.get(0);
      spec.commandLine()
          .getErr()
          .printf(
              "tracemill: skipped %d of the index's files, such as %s: %s%n",
              skipped.size(), first.path(), first.reason());
    }
  }
}
