package io.tracemill.analysis.profile;

import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * The bytes of an {@link EndpointAccumulator}: evidence, categories in order of their signatures,
 * the one of the rest, the sample, and failures; names stand where they come first.
 */
final class AccumulatorBytes {
  private AccumulatorBytes() {}

  static void write(EndpointAccumulator sums, DataOutput out) throws IOException {
    ProfileTables tables = new ProfileTables();
    sums.evidence().write(out);
    List<CallTreeSignature> flows = sums.categories().keySet().stream().sorted().toList();
    Varint.write(out, flows.size());
    for (CallTreeSignature flow : flows) {
      CategoryAccumulator category = sums.category(flow);
      tables.writeFlow(out, flow);
      category.write(out, tables);
      tables.writeForm(out, category.form());
      out.writeBoolean(category.isPartial());
    }
    sums.other().write(out, tables);
    sums.sample().write(out, tables);
    sums.failures().write(out, tables);
    sums.frames().write(out, tables::writeFrame);
    sums.errorCosts().write(out, tables);
    sums.extents().write(out);
  }

  static EndpointAccumulator read(DataInput in, ProfileLimits limits) throws IOException {
    ProfileTables tables = new ProfileTables();
    EndpointAccumulator read = new EndpointAccumulator(limits);
    read.evidence().mergeFrom(in);
    for (int left = Varint.readUpTo(in, Integer.MAX_VALUE); left > 0; left--) {
      CategoryAccumulator category = read.category(tables.readFlow(in));
      category.mergeFrom(in, tables);
      tables.readForm(in).ifPresent(form -> read.show(category, form));
      if (in.readBoolean()) {
        category.hide();
      }
    }
    read.other().mergeFrom(in, tables);
    read.sample().mergeFrom(in, tables);
    read.failures().mergeFrom(in, tables);
    read.frames().mergeFrom(in, tables::readFrame);
    read.errorCosts().mergeFrom(in, tables);
    read.extents().mergeFrom(in);
    read.weighCategories();
    return read;
  }
}
