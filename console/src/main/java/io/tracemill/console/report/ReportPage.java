package io.tracemill.console.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.console.resource.ResourceText;
import java.io.IOException;
import java.io.Writer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One HTML file with a style, a script and answers. Its security policy allows only that style and
 * that script, by their hashes, and no network.
 */
final class ReportPage {
  private static final Pattern STYLE_SHEET =
      Pattern.compile("<link rel=\"stylesheet\" href=\"\\./([^\"]+)\">");
  private static final String READ_ANSWERS =
      """
      globalThis.TRACEMILL_REPORT =
        JSON.parse(document.getElementById("answers").textContent);
      """;

  private static final ObjectMapper JSON = new ObjectMapper();

  private ReportPage() {}

  /**
   * Writes the file.
   *
   * @param answers JSON answers, by the address that the pages ask
   */
  static void write(String title, Map<String, String> answers, Writer out) throws IOException {
    String style = styles();
    String script =
        READ_ANSWERS + ModuleBundle.of(List.of("report.js", "app.js"), ResourceText::ofPages);
    if (script.contains("</script") || style.contains("</style")) {
      throw new IllegalStateException("a script or style of the pages contains its own end tag");
    }
    out.write(
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
        img-src data:; style-src '%s'; script-src '%s'; base-uri 'none'; form-action 'none'">
        <title>%s</title>
        <style>%s</style>
        </head>
        <body>
        <div id="report"></div>
        <div id="app"></div>
        <script type="application/json" id="answers">"""
            .formatted(hash(style), hash(script), escaped(title), style));
    String separator = "{";
    for (Map.Entry<String, String> answer : answers.entrySet()) {
      out.write(separator + inert(JSON.writeValueAsString(answer.getKey())) + ":");
      out.write(inert(answer.getValue()));
      separator = ",";
    }
    out.write("}</script>\n<script>" + script + "</script>\n</body>\n</html>\n");
  }

  /** Escapes JSON, so that a text from a span cannot end the script element. */
  private static String inert(String json) {
    return json.replace("<", "\\u003c");
  }

  /** The style sheets of the first page, in their order. */
  private static String styles() {
    StringBuilder styles = new StringBuilder("\n");
    Matcher sheets = STYLE_SHEET.matcher(ResourceText.ofPages("index.html"));
    while (sheets.find()) {
      styles.append(ResourceText.ofPages(sheets.group(1))).append('\n');
    }
    return styles.toString();
  }

  private static String hash(String text) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      return "sha256-" + Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }
}
