package io.tracemill.connectors.profiles;

import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.profiles.v1development.Function;
import io.opentelemetry.proto.profiles.v1development.KeyValueAndUnit;
import io.opentelemetry.proto.profiles.v1development.Line;
import io.opentelemetry.proto.profiles.v1development.Link;
import io.opentelemetry.proto.profiles.v1development.Location;
import io.opentelemetry.proto.profiles.v1development.Mapping;
import io.opentelemetry.proto.profiles.v1development.ProfilesDictionary;
import io.opentelemetry.proto.profiles.v1development.Sample;
import io.opentelemetry.proto.profiles.v1development.Stack;
import io.tracemill.analysis.stack.SampledThread;
import io.tracemill.analysis.stack.StackSample;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Collects the tables that a request's samples refer to; entry 0 of each stands for none. */
final class DictionaryBuilder {
  private final ProfilesDictionary.Builder tables =
      ProfilesDictionary.newBuilder()
          .addStringTable("")
          .addMappingTable(Mapping.getDefaultInstance())
          .addLinkTable(Link.getDefaultInstance())
          .addFunctionTable(Function.getDefaultInstance())
          .addLocationTable(Location.getDefaultInstance())
          .addStackTable(Stack.getDefaultInstance())
          .addAttributeTable(KeyValueAndUnit.getDefaultInstance());
  private final Map<String, Integer> strings = new HashMap<>(Map.of("", 0));
  private final Map<String, Integer> locations = new HashMap<>();
  private final Map<List<String>, Integer> stacks = new HashMap<>(Map.of(List.of(), 0));
  private final Map<KeyValueAndUnit, Integer> attributes = new HashMap<>();

  ProfilesDictionary build() {
    return tables.build();
  }

  int string(String text) {
    return strings.computeIfAbsent(
        text,
        added -> {
          tables.addStringTable(added);
          return tables.getStringTableCount() - 1;
        });
  }

  /** A sample without times: its stack, thread and CPU. */
  Sample.Builder sample(StackSample of) {
    SampledThread thread = of.thread();
    Sample.Builder sample = Sample.newBuilder().setStackIndex(stack(of.frames()));
    add(sample, "process.pid", thread.pid());
    add(sample, "container.id", thread.container());
    add(sample, "process.executable.name", thread.executable());
    add(sample, "thread.name", thread.name());
    add(sample, "thread.id", thread.id());
    add(sample, "cpu.logical_number", of.cpu() == StackSample.NO_CPU ? "" : "" + of.cpu());
    return sample;
  }

  private void add(Sample.Builder sample, String key, String value) {
    if (!value.isEmpty()) {
      KeyValueAndUnit attribute =
          KeyValueAndUnit.newBuilder()
              .setKeyStrindex(string(key))
              .setValue(AnyValue.newBuilder().setStringValue(value))
              .build();
      Integer index = attributes.get(attribute);
      if (index == null) {
        tables.addAttributeTable(attribute);
        index = tables.getAttributeTableCount() - 1;
        attributes.put(attribute, index);
      }
      sample.addAttributeIndices(index);
    }
  }

  private int stack(List<String> frames) {
    Integer known = stacks.get(frames);
    if (known != null) {
      return known;
    }
    Stack.Builder stack = Stack.newBuilder();
    for (int i = frames.size() - 1; i >= 0; i--) {
      stack.addLocationIndices(location(frames.get(i)));
    }
    tables.addStackTable(stack);
    stacks.put(frames, tables.getStackTableCount() - 1);
    return tables.getStackTableCount() - 1;
  }

  private int location(String function) {
    Integer known = locations.get(function);
    if (known != null) {
      return known;
    }
    tables.addFunctionTable(Function.newBuilder().setNameStrindex(string(function)));
    tables.addLocationTable(
        Location.newBuilder()
            .addLines(Line.newBuilder().setFunctionIndex(tables.getFunctionTableCount() - 1)));
    locations.put(function, tables.getLocationTableCount() - 1);
    return tables.getLocationTableCount() - 1;
  }
}
