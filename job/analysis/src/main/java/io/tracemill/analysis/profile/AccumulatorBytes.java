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
 * their signatures, the one of the rest, the sample, and times by service.
 *
 * <p>Version 1 knows no forms, and neither flows nor attributes of sampled requests; version 2 does
 * not say of which categories some requests may be in the rest; version 3 has no times by service;
 * version 4 has no spans among its evidence, version 5 no interior requests.
 */
final class AccumulatorBytes {
  private static final int OLDEST = 1;
  private static final int HIDING = 3;
  private static final int SERVICES = 4;
  private static final int SPANS = 5;
  private static final int INTERIOR = 6;
  private static final int VERSION = INTERIOR;

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
    sums.services().write(out);
  }

  private static ProfileTables tables(EndpointAccumulator sums) {
    Set<PathStep> steps = new HashSet<>();
    Set<CallTreeSignature> flows = new HashSet<>(sums.categories().keySet());
    Set<RequestAttribute> attributes = new HashSet<>();
    sums.categories().values().forEach(category -> category.collectSteps(steps));
    sums.other().collectSteps(steps);
    for (Stratum stratum : sums.sample().strata()) {
      for (SampledRequest request : stratum.requests()) {
        request.tree().collectSteps(steps);
        flows.add(request.flow());
        attributes.addAll(request.attributes());
      }
    }
    return ProfileTables.of(VERSION, steps, flows, attributes);
  }

  static EndpointAccumulator read(DataInput in, ProfileLimits limits) throws IOException {
    int version = in.readUnsignedByte();
    if (version < OLDEST || version > VERSION) {
      throw new IOException("version " + version + " of an endpoint's sums is not known");
    }
    ProfileTables tables = ProfileTables.read(in, version);
    EndpointAccumulator read = new EndpointAccumulator(limits);
    read.evidence().mergeFrom(in, version >= SPANS, version >= INTERIOR);
    int size = Varint.readUpTo(in, Integer.MAX_VALUE);
    for (int i = 0; i < size; i++) {
      readCategory(in, version, tables, read);
    }
    read.other().mergeFrom(in, tables);
    read.sample().mergeFrom(in, tables);
    if (version >= SERVICES) {
      read.services().mergeFrom(in);
    }
    read.weighCategories();
    return read;
  }

  private static void readCategory(
      DataInput in, int version, ProfileTables tables, EndpointAccumulator into)
      throws IOException {
    CallTreeSignature flow =
        tables.haveFlows() ? tables.readFlow(in) : ProfileTables.readSignature(in);
    CategoryAccumulator category = into.category(flow);
    category.mergeFrom(in, tables);
    if (tables.haveFlows()) {
      TabledForm.read(in, tables).ifPresent(form -> into.show(category, form));
    }
    if (version >= HIDING && in.readBoolean()) {
      category.hide();
    }
  }
}
