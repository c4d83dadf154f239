package io.tracemill.analysis.profile;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The bytes of an {@link EndpointAccumulator}: the tables, then evidence, categories in order of
 * their signatures, the one of the rest, the sample, times by service, and failures.
 */
final class AccumulatorBytes {
  private static final int VERSION = 7;

  private AccumulatorBytes() {}

  static void write(EndpointAccumulator sums, DataOutput out) throws IOException {
    ProfileTables tables = tables(sums);
    out.writeByte(VERSION);
    tables.write(out);
    sums.evidence().write(out);
    List<CallTreeSignature> flows = sums.categories().keySet().stream().sorted().toList();
    Varint.write(out, flows.size());
    for (CallTreeSignature flow : flows) {
      CategoryAccumulator category = sums.category(flow);
      tables.writeFlow(out, flow);
      category.write(out, tables);
      TabledForm.write(out, category.form(), tables);
      out.writeBoolean(category.isPartial());
    }
    sums.other().write(out, tables);
    sums.sample().write(out, tables);
    sums.failures().write(out, tables);
  }

  private static ProfileTables tables(EndpointAccumulator sums) {
    Set<PathStep> steps = new HashSet<>();
    Set<CallTreeSignature> flows = new HashSet<>(sums.categories().keySet());
    Set<RequestAttribute> attributes = new HashSet<>();
    sums.categories().values().forEach(category -> category.collectSteps(steps));
    sums.other().collectSteps(steps);
    sums.failures().collectSteps(steps);
    for (Stratum stratum : sums.sample().strata()) {
      for (SampledRequest request : stratum.requests()) {
        request.tree().collectSteps(steps);
        flows.add(request.flow());
        attributes.addAll(request.attributes());
      }
    }
    return ProfileTables.of(steps, flows, attributes);
  }

  static EndpointAccumulator read(DataInput in, ProfileLimits limits) throws IOException {
    int version = in.readUnsignedByte();
    if (version != VERSION) {
      throw new IOException(
          "sums of an endpoint are of version %d, another build's; this one has version %d"
              .formatted(version, VERSION));
    }
    ProfileTables tables = ProfileTables.read(in);
    EndpointAccumulator read = new EndpointAccumulator(limits);
    read.evidence().mergeFrom(in);
    int size = Varint.readUpTo(in, Integer.MAX_VALUE);
    for (int i = 0; i < size; i++) {
      readCategory(in, tables, read);
    }
    read.other().mergeFrom(in, tables);
    read.sample().mergeFrom(in, tables);
    read.failures().mergeFrom(in, tables);
    read.weighCategories();
    return read;
  }

  private static void readCategory(DataInput in, ProfileTables tables, EndpointAccumulator into)
      throws IOException {
    CategoryAccumulator category = into.category(tables.readFlow(in));
    category.mergeFrom(in, tables);
    TabledForm.read(in, tables).ifPresent(form -> into.show(category, form));
    if (in.readBoolean()) {
      category.hide();
    }
  }
}
