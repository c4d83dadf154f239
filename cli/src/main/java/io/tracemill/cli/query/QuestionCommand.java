package io.tracemill.cli.query;

import io.tracemill.cli.compare.RangeOptions;
import io.tracemill.cli.files.ExportOptions;
import io.tracemill.cli.files.OpenStore;
import io.tracemill.cli.files.SkippedFiles;
import io.tracemill.cli.files.StoreOptions;
import io.tracemill.cli.options.KeptAttributes;
import io.tracemill.cli.options.OptionalOutOption;
import io.tracemill.cli.options.TimeOptions;
import io.tracemill.cli.query.answer.Answer;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.store.engine.SkippedFile;
import java.io.PrintWriter;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The command of a question: opens the store, asks, prints the answer, and names the files that it
 * skipped. It has the options of all questions, without those that the question does not take.
 */
@Command
final class QuestionCommand implements Callable<Integer> {
  /** Options that only some questions take are declared in these classes. */
  private static final Set<Class<?>> OF_SOME =
      Set.of(
          QuestionOptions.class,
          CompareOptions.class,
          RangeOptions.class,
          FilterOptions.class,
          ExportOptions.class,
          OptionalOutOption.class);

  private final Question question;

  @Mixin private QuestionOptions options = new QuestionOptions();

  @Mixin private TimeOptions times = new TimeOptions();

  @Mixin private FilterOptions filters = new FilterOptions();

  @Option(names = "--json", description = "Print one JSON document instead of text.")
  private boolean json;

  @Option(names = "--csv", description = "Print comma-separated values with a header line.")
  private boolean csv;

  @Mixin private StoreOptions stores = new StoreOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  private QuestionCommand(Question question) {
    this.question = question;
  }

  /** The command of a question, below {@code query}. */
  static CommandLine of(Question question) {
    CommandSpec spec = CommandSpec.forAnnotatedObject(new QuestionCommand(question));
    spec.name(question.name());
    spec.usageMessage().header(question.header());
    if (!question.description().isEmpty()) {
      spec.usageMessage().description("", question.description(), "");
    }
    List.copyOf(spec.options()).stream()
        .filter(option -> !isTaken(question, option))
        .forEach(spec::remove);
    PositionalParamSpec words = spec.positionalParameters().get(0);
    spec.remove(words);
    if (!question.words().label().isEmpty()) {
      spec.addPositional(
          PositionalParamSpec.builder(words)
              .paramLabel(question.words().label())
              .arity(question.words().arity())
              .required(!question.words().arity().startsWith("0"))
              .description(question.words().description())
              .build());
    }
    return new CommandLine(spec);
  }

  private static boolean isTaken(Question question, OptionSpec option) {
    return !(option.userObject() instanceof Field field)
        || !OF_SOME.contains(field.getDeclaringClass())
        || question.options().contains(option.longestName());
  }

  @Override
  public Integer call() throws Exception {
    if (json && csv) {
      throw new ConfigException("--json and --csv are two forms of the answer; give one of them");
    }
    TracemillConfig config = KeptAttributes.in(stores.config(), keys());
    PrintWriter err = spec.commandLine().getErr();
    try (OpenStore store = stores.open(QueryCommand.files(spec), config, err);
        Asking asking = new Asking(store, times.period(store.store()), filters, options, config)) {
      Answer answer = question.asker().ask(asking);
      List<SkippedFile> skipped = asking.skipped();
      PrintWriter out = spec.commandLine().getOut();
      if (json) {
        out.println(answer.json(skipped));
      } else {
        (csv ? answer.csv() : answer.lines()).forEach(out::println);
      }
      out.flush();
      SkippedFiles.report(err, skipped);
    }
    return 0;
  }

  /** The attributes that the job must keep if it reads files. */
  private List<String> keys() {
    return question.name().equals("groups") ? options.words : filters.attributeKeys();
  }
}
