package io.tracemill.cli.query;

import io.tracemill.cli.query.answer.Answer;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.Store;
import io.tracemill.store.engine.StoreSession;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A question: opens the store, asks, prints the answer, and names the files that it skipped. */
abstract class QuestionCommand implements Callable<Integer> {
  @Mixin private QueryOptions options = new QueryOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public final Integer call() throws Exception {
    QueryOptions.Form form = options.form();
    Store index = options.open();
    Filter filter = options.filter(index);
    try (StoreSession session = index.session(filter.time())) {
      Answer answer = ask(session, filter);
      AnswerPrinter.print(spec.commandLine(), answer, form, session.skipped());
    }
    return 0;
  }

  /** Asks the question. */
  abstract Answer ask(StoreSession session, Filter filter) throws Exception;

  final QueryOptions options() {
    return options;
  }
}
