package io.tracemill.analysis.sample;

import io.tracemill.analysis.request.RequestTables;
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

/** The forms of categories. */
final class CategoryForms {
  private static final long OWN_BYTES = 150;
  private static final long NODE_BYTES = 36;

  private final Map<CallTreeSignature, CanonicalForm> forms = new TreeMap<>();
  private long bytes;

  boolean has(CallTreeSignature category) {
    return forms.containsKey(category);
  }

  /**
   * The form of an added category.
   *
   * @throws IllegalStateException if there is no such form
   */
  CanonicalForm of(CallTreeSignature category) {
    @Nullable CanonicalForm form = forms.get(category);
    if (form == null) {
      throw new IllegalStateException("category " + category.hex() + " has no form");
    }
    return form;
  }

  void add(CallTreeSignature category, CanonicalForm form) {
    if (forms.putIfAbsent(category, form) == null) {
      bytes += bytes(form);
    }
  }

  void merge(CategoryForms that) {
    that.forms.forEach(this::add);
  }

  /** Drops all other forms. */
  void retain(Set<CallTreeSignature> categories) {
    forms.keySet().retainAll(categories);
    bytes = forms.values().stream().mapToLong(CategoryForms::bytes).sum();
  }

  private static long bytes(CanonicalForm form) {
    return OWN_BYTES + NODE_BYTES * form.nodes().size();
  }

  /** An upper bound of the heap memory, bytes. */
  long heapBytes() {
    return bytes;
  }

  void write(DataOutput out, RequestTables tables) throws IOException {
    Varint.write(out, forms.size());
    for (Entry<CallTreeSignature, CanonicalForm> form : forms.entrySet()) {
      tables.writeCategory(out, form.getKey());
      form.getValue().write(out, tables);
    }
  }

  /** Adds the forms that {@link #write} wrote. */
  void mergeFrom(DataInput in, RequestTables tables) throws IOException {
    for (int left = Varint.readUpTo(in, Integer.MAX_VALUE); left > 0; left--) {
      add(tables.readCategory(in), CanonicalForm.read(in, tables));
    }
  }
}
