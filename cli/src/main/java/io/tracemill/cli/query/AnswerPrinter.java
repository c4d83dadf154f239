package io.tracemill.cli.query;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.tracemill.cli.query.answer.Answer;
import io.tracemill.store.engine.SkippedFile;
import io.tracemill.store.question.AnswerJson;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;

/** Prints answers in the form that the user chose, and the files that they leave out. */
final class AnswerPrinter {
  private AnswerPrinter() {}

  static void print(
      CommandLine command, Answer answer, QueryOptions.Form form, List<SkippedFile> skipped)
      throws JsonProcessingException {
    PrintWriter out = command.getOut();
    switch (form) {
      case JSON -> out.println(AnswerJson.of(answer.value(), skipped));
      case CSV -> answer.csv().forEach(out::println);
      case TEXT -> answer.lines().forEach(out::println);
    }
    out.flush();
    reportSkipped(command, skipped);
  }

  /** Says how many files an answer leaves out, and names one. */
  static void reportSkipped(CommandLine command, List<SkippedFile> skipped) {
    if (!skipped.isEmpty()) {
      SkippedFile first = skipped.get(0);
      command
          .getErr()
          .printf(
              "tracemill: skipped %d of the store's files, such as %s: %s%n",
              skipped.size(), first.file(), first.reason());
    }
  }
}
