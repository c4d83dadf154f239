package io.tracemill.cli.query;

import io.tracemill.cli.query.answer.Answer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * A question to a store: what it takes from the command line, and how it is asked.
 *
 * @param name on the command line
 * @param header what it shows, in a sentence
 * @param description more for its usage
 * @param words the words that it takes
 * @param options names of the options that it takes besides those of every question
 */
record Question(
    String name, String header, String description, Words words, Set<String> options, Asker asker) {
  /**
   * The words behind a question's name.
   *
   * @param label in its usage; empty if it takes none
   * @param arity how many, as in {@code 1..*}
   */
  record Words(String label, String arity, String description) {
    static final Words NONE = new Words("", "0", "");
  }

  /** Asks the question. */
  interface Asker {
    Answer ask(Asking asking) throws Exception;
  }

  /** A question about requests that filters select. */
  static Question of(String name, String header, Asker asker) {
    return new Question(name, header, "", Words.NONE, FilterOptions.NAMES, asker);
  }

  Question described(String text) {
    return new Question(name, header, text, words, options, asker);
  }

  Question taking(String label, String arity, String about) {
    return new Question(name, header, description, new Words(label, arity, about), options, asker);
  }

  Question with(String... more) {
    Set<String> all = new HashSet<>(options);
    all.addAll(Arrays.asList(more));
    return new Question(name, header, description, words, all, asker);
  }

  Question without(String... fewer) {
    Set<String> left = new HashSet<>(options);
    Arrays.asList(fewer).forEach(left::remove);
    return new Question(name, header, description, words, left, asker);
  }

  /** The same without conditions on requests, except their time. */
  Question ofAnyRequest() {
    return new Question(name, header, description, words, Set.of(), asker);
  }
}
