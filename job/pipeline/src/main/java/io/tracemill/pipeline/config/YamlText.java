package io.tracemill.pipeline.config;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Reads YAML into {@link Node}s.
 *
 * <p>Scalars remain text as written: {@code 007} is a number only if its key says so. It rejects
 * YAML that would be misread silently: a repeated name, an alias, a second document.
 */
final class YamlText {
  private static final YAMLFactory YAML = new YAMLFactory();

  private final YAMLParser parser;
  private final References references;

  private YamlText(YAMLParser parser, References references) {
    this.parser = parser;
    this.references = references;
  }

  /**
   * The one document in {@code text}, {@link Node.Nothing} if there is none.
   *
   * @param references applied to every scalar that is a value
   */
  static Node read(String text, References references) {
    try (YAMLParser parser = YAML.createParser(text)) {
      if (parser.nextToken() == null) {
        return new Node.Nothing(1);
      }
      Node document = new YamlText(parser, references).node();
      if (parser.nextToken() != null) {
        throw refused(parser, "a second document; one file holds one");
      }
      return document;
    } catch (JsonProcessingException e) {
      throw new ConfigException(
          "line %d: not YAML: %s".formatted(lineOf(e.getLocation()), problem(e)));
    } catch (IOException e) {
      throw new IllegalStateException("reading from a string failed", e);
    }
  }

  /** The deepest nesting that the parser allows, far below any stack overflow. */
  private Node node() throws IOException {
    int line = lineOf(parser.currentTokenLocation());
    if (parser.isCurrentAlias()) {
      throw refused(parser, "aliases are not supported; quote a text that begins with *");
    }
    JsonToken token = parser.currentToken();
    if (token == JsonToken.START_OBJECT) {
      return section(line);
    }
    if (token == JsonToken.START_ARRAY) {
      List<Node> items = new ArrayList<>();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        items.add(node());
      }
      return new Node.Sequence(items, line);
    }
    return token == JsonToken.VALUE_NULL ? new Node.Nothing(line) : scalar(parser.getText(), line);
  }

  private Node.Scalar scalar(String written, int line) {
    try {
      return references.substitute(written, line);
    } catch (ConfigException e) {
      throw new ConfigException("line %d: %s".formatted(line, e.getMessage()));
    }
  }

  private Node section(int line) throws IOException {
    Map<String, Node> entries = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      int nameLine = lineOf(parser.currentTokenLocation());
      parser.nextToken();
      if (entries.put(name, node()) != null) {
        throw new ConfigException("line %d: %s is given twice".formatted(nameLine, name));
      }
    }
    return new Node.Section(entries, line);
  }

  private static ConfigException refused(YAMLParser parser, String what) {
    return new ConfigException(
        "line %d: %s".formatted(lineOf(parser.currentTokenLocation()), what));
  }

  /** The message without the lines that it quotes from the file, which may contain a secret. */
  private static String problem(JsonProcessingException e) {
    return e.getOriginalMessage()
        .lines()
        .filter(line -> !line.startsWith(" "))
        .collect(Collectors.joining(", "));
  }

  private static int lineOf(JsonLocation location) {
    return Math.max(1, location.getLineNr());
  }
}
