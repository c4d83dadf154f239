package io.tracemill.cli.terminal;

import java.util.regex.Pattern;

/** Quotes the words of a command for a shell. */
public final class ShellWords {
  private static final Pattern PLAIN_WORD = Pattern.compile("[A-Za-z0-9._:,/-]+");

  private ShellWords() {}

  /** The word itself, or in quotes if a shell would split or expand it. */
  public static String quoted(String word) {
    return PLAIN_WORD.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
