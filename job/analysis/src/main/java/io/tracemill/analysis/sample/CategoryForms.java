package io.tracemill.analysis.sample;

import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The forms of categories, by flow. */
final class CategoryForms {
  private static final long OWN_BYTES = 150;
  private static final long NODE_BYTES = 36;

  private final Map<CallTreeSignature, CanonicalForm> forms = new TreeMap<>();
  private long bytes;

  boolean has(CallTreeSignature flow) {
    return forms.containsKey(flow);
  }

  /**
   * The form of an added category.
   *
   * @throws IllegalStateException if there is no such form
   */
  CanonicalForm of(CallTreeSignature flow) {
    @Nullable CanonicalForm form = forms.get(flow);
    if (form == null) {
      throw new IllegalStateException("category " + flow.hex() + " has no form");
    }
    return form;
  }

  void add(CallTreeSignature flow, CanonicalForm form) {
    if (forms.putIfAbsent(flow, form) == null) {
      bytes += bytes(form);
    }
  }

  void merge(CategoryForms that) {
    that.forms.forEach(this::add);
  }

  /** Drops all other forms. */
  void retain(Set<CallTreeSignature> flows) {
    forms.keySet().retainAll(flows);
    bytes = forms.values().stream().mapToLong(CategoryForms::bytes).sum();
  }

  private static long bytes(CanonicalForm form) {
    return OWN_BYTES + NODE_BYTES * form.nodes().size();
  }

  /** An upper bound of the heap memory, bytes. */
  long heapBytes() {
    return bytes;
  }

  void write(DataOutput out, IndexedRequestCodec codec) throws IOException {
    Varint.write(out, forms.size());
    for (Entry<CallTreeSignature, CanonicalForm> form : forms.entrySet()) {
      codec.writeSignature(out, form.getKey());
      form.getValue().write(out, codec::writeFrame);
    }
  }

  /** Adds the forms that {@link #write} wrote. */
  void mergeFrom(DataInput in, IndexedRequestCodec codec) throws IOException {
    for (int left = Varint.readUpTo(in, Integer.MAX_VALUE); left > 0; left--) {
      add(codec.readSignature(in), CanonicalForm.read(in, codec::readFrame));
    }
  }
}
