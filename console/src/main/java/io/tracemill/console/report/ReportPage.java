package io.tracemill.console.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One HTML file with styles, script and answers. Its policy allows just that style and that script,
 * by their hashes, and no network.
 */
final class ReportPage {
  private static final Pattern STYLE_SHEET =
      Pattern.compile("<link rel=\"stylesheet\" href=\"\\./([^\"]+)\">");
  private static final String READ_ANSWERS =
      """
      globalThis.TRACEMILL_REPORT =
        JSON.parse(document.getElementById("answers").textContent);
      """;

  private ReportPage() {}

  /** The file. */
  static String of(String title, ObjectNode answers) throws JsonProcessingException {
    String style = styles();
    String script = READ_ANSWERS + ModuleBundle.of("app.js", WebFiles::text);
    if (script.contains("</script") || style.contains("</style")) {
      throw new IllegalStateException("a file of the pages would end its element");
    }
    // What was in a span cannot end the element either.
    String data = new ObjectMapper().writeValueAsString(answers).replace("<", "\\u003c");
    return """
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
    <div id="app"></div>
    <script type="application/json" id="answers">%s</script>
    <script>%s</script>
    </body>
    </html>
    """
        .formatted(hash(style), hash(script), escaped(title), style, data, script);
  }

  /** The style sheets of the first page, in its order. */
  private static String styles() {
    StringBuilder styles = new StringBuilder("\n");
    Matcher sheets = STYLE_SHEET.matcher(WebFiles.text("index.html"));
    while (sheets.find()) {
      styles.append(WebFiles.text(sheets.group(1))).append('\n');
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
