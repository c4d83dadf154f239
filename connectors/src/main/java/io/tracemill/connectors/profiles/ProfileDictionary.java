package io.tracemill.connectors.profiles;

import com.google.protobuf.Message;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.profiles.v1development.Function;
import io.opentelemetry.proto.profiles.v1development.KeyValueAndUnit;
import io.opentelemetry.proto.profiles.v1development.Line;
import io.opentelemetry.proto.profiles.v1development.Location;
import io.opentelemetry.proto.profiles.v1development.Mapping;
import io.opentelemetry.proto.profiles.v1development.ProfilesDictionary;
import io.opentelemetry.proto.profiles.v1development.Stack;
import io.tracemill.connectors.decoding.MalformedRecordException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * The tables of a record, and what their entries mean. Fields got other numbers while the package
 * kept its name, so the tables are checked: the first entry of each is empty, and an index leads to
 * an entry. A record that breaks this is of another version.
 */
final class ProfileDictionary {
  /** The innermost functions of a stack that are kept, or a few more. */
  private static final int MAX_FRAMES = 1_000;

  private static final long MAX_FUNCTIONS = 5_000_000;

  private final ProfilesDictionary tables;
  private final List<List<String>> stacks = new ArrayList<>();

  ProfileDictionary(ProfilesDictionary tables) throws MalformedRecordException {
    this.tables = tables;
    if (tables.getStringTableCount() > 0 && !tables.getStringTable(0).isEmpty()) {
      throw anotherVersion("the first string is not empty");
    }
    firstIsEmpty("mapping", tables.getMappingTableList());
    firstIsEmpty("location", tables.getLocationTableList());
    firstIsEmpty("function", tables.getFunctionTableList());
    firstIsEmpty("attribute", tables.getAttributeTableList());
    firstIsEmpty("stack", tables.getStackTableList());
    for (KeyValueAndUnit attribute : tables.getAttributeTableList()) {
      string(attribute.getKeyStrindex());
      text(attribute.getValue());
    }
    long functions = 0;
    for (Stack stack : tables.getStackTableList()) {
      stacks.add(functions(stack));
      functions += stacks.get(stacks.size() - 1).size();
      if (functions > MAX_FUNCTIONS) {
        throw new MalformedRecordException(
            "its stacks have more than %,d functions in all".formatted(MAX_FUNCTIONS));
      }
    }
  }

  private static void firstIsEmpty(String table, List<? extends Message> entries)
      throws MalformedRecordException {
    if (!entries.isEmpty() && !entries.get(0).equals(entries.get(0).getDefaultInstanceForType())) {
      throw anotherVersion("the first " + table + " is not empty");
    }
  }

  private static MalformedRecordException anotherVersion(String detail) {
    return new MalformedRecordException(
        "profiles-version: " + detail + ", so the record is not of opentelemetry-proto 1.11");
  }

  /** Index 0 stands for nothing, also in an empty table. */
  private static <T> T entry(String table, List<T> entries, int index, T nothing)
      throws MalformedRecordException {
    if (index == 0) {
      return nothing;
    }
    if (index < 0 || index >= entries.size()) {
      throw anotherVersion("%s %d of %d".formatted(table, index, entries.size()));
    }
    return entries.get(index);
  }

  String string(int index) throws MalformedRecordException {
    return entry("string", tables.getStringTableList(), index, "");
  }

  /** The functions of a stack, the outermost first. */
  List<String> stack(int index) throws MalformedRecordException {
    return entry("stack", stacks, index, List.of());
  }

  private List<String> functions(Stack stack) throws MalformedRecordException {
    List<String> functions = new ArrayList<>();
    for (int index : stack.getLocationIndicesList()) {
      if (functions.size() >= MAX_FRAMES) {
        break;
      }
      addFunctions(
          entry("location", tables.getLocationTableList(), index, Location.getDefaultInstance()),
          functions);
    }
    Collections.reverse(functions);
    return List.copyOf(functions);
  }

  /** Inlined functions come before their callers. Code without symbols is named by its file. */
  private void addFunctions(Location location, List<String> functions)
      throws MalformedRecordException {
    for (Line line :
        location.getLinesList().subList(0, Math.min(MAX_FRAMES, location.getLinesCount()))) {
      Function function =
          entry(
              "function",
              tables.getFunctionTableList(),
              line.getFunctionIndex(),
              Function.getDefaultInstance());
      functions.add(string(function.getNameStrindex()));
    }
    Mapping mapping =
        entry(
            "mapping",
            tables.getMappingTableList(),
            location.getMappingIndex(),
            Mapping.getDefaultInstance());
    String file = string(mapping.getFilenameStrindex());
    if (location.getLinesCount() == 0 && !file.isEmpty()) {
      functions.add("[" + file.substring(file.lastIndexOf('/') + 1) + "]");
    }
  }

  /** Adds attributes by their indices. */
  void addTo(Map<String, String> attributes, List<Integer> indices)
      throws MalformedRecordException {
    for (int index : indices) {
      KeyValueAndUnit attribute =
          entry(
              "attribute",
              tables.getAttributeTableList(),
              index,
              KeyValueAndUnit.getDefaultInstance());
      attributes.put(string(attribute.getKeyStrindex()), text(attribute.getValue()));
    }
  }

  /** Adds attributes of a resource, which may refer to strings too. */
  void addResource(Map<String, String> attributes, List<KeyValue> resource)
      throws MalformedRecordException {
    for (KeyValue each : resource) {
      String key = each.getKey().isEmpty() ? string(each.getKeyStrindex()) : each.getKey();
      attributes.put(key, text(each.getValue()));
    }
  }

  private String text(AnyValue value) throws MalformedRecordException {
    return switch (value.getValueCase()) {
      case STRING_VALUE -> value.getStringValue();
      case STRING_VALUE_STRINDEX -> string(value.getStringValueStrindex());
      case INT_VALUE -> Long.toString(value.getIntValue());
      default -> "";
    };
  }
}
