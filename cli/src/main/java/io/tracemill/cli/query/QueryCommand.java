package io.tracemill.cli.query;

import io.tracemill.cli.options.InputFiles;
import picocli.CommandLine.Command;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The questions, each a subcommand. */
@Command(
    name = "query",
    header = "Ask trace files or the store: categories, call trees, traces, or any SQL.",
    description = {
      "",
      "The job keeps requests in a store (key store.path). Each question reads it from a"
          + " local or mounted directory, for a range of time. With FILE before the question, it"
          + " reads trace files instead, and all answers are exact.",
      ""
    },
    synopsisSubcommandLabel = "QUESTION",
    commandListHeading = "%nQuestions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tracemill query overview --store store 'shop POST /checkout'",
      "  tracemill query overview --store store 'shop POST*' --from 14:00 --json",
      "  tracemill query category --store store 3fa9c1",
      "  tracemill query traces --store store --min-duration 2s --slowest",
      "  tracemill query traces.jsonl what-if 'cart lookup:-5ms'",
      "  tracemill query traces.jsonl groups --endpoint 'shop POST*' k8s.pod.name",
      "  tracemill query sql --store store \\",
      "      'SELECT service, sum(weight) FROM requests GROUP BY service'"
    },
    modelTransformer = QueryCommand.WithQuestions.class)
public final class QueryCommand implements Runnable {
  @Mixin private InputFiles files = new InputFiles();

  @Spec private CommandSpec spec = CommandSpec.create();

  /** Adds a command for each question. */
  static final class WithQuestions implements IModelTransformer {
    @Override
    public CommandSpec transform(CommandSpec query) {
      Questions.ALL.forEach(each -> query.addSubcommand(each.name(), QuestionCommand.of(each)));
      return query;
    }
  }

  /** The files that stand before the question of this command. */
  static InputFiles files(CommandSpec question) {
    return ((QueryCommand) question.parent().userObject()).files;
  }

  /** Reports that the question is missing. */
  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "name a question");
  }
}
