package io.tracemill.console.bundle;

import io.tracemill.analysis.explanation.Figures;
import io.tracemill.analysis.span.Frame;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names and texts, which senders choose, in Markdown that shows them as they are. */
final class MarkdownText {
  private static final Pattern BACKTICKS = Pattern.compile("`+");
  private static final int MAX_TEXT = 1_000;
  private static final String NO_WIDTH = "&#8203;";

  private MarkdownText() {}

  /**
   * A text without markup and control characters. GitHub and GitLab look for people and addresses
   * in text that they have rendered, so a space without width breaks these.
   */
  static String plain(String text) {
    return Figures.shorten(text.replaceAll("[\\p{C}\\p{Zl}\\p{Zp}]", ""), MAX_TEXT)
        .replaceAll("[\\\\`*_\\[\\]<#|~&]", "\\\\$0")
        .replace("@", "&#64;" + NO_WIDTH)
        .replace("://", ":" + NO_WIDTH + "//")
        .replaceAll("(?i)(www)\\.", "$1" + NO_WIDTH + ".");
  }

  /** A name as code, of at most 80 characters. */
  static String code(Frame frame) {
    return code(frame.toString());
  }

  /** A name as code of at most 80 characters, between more backticks than it has in a row. */
  static String code(String text) {
    String name = Figures.name(text);
    int longest = 0;
    Matcher runs = BACKTICKS.matcher(name);
    while (runs.find()) {
      longest = Math.max(longest, runs.end() - runs.start());
    }
    String fence = "`".repeat(longest + 1);
    String pad = name.startsWith("`") || name.endsWith("`") || name.isEmpty() ? " " : "";
    return fence + pad + name.replace("|", "\\|") + pad + fence;
  }
}
