package io.tracemill.store.parquet;

import static io.tracemill.store.parquet.Columns.int32;
import static io.tracemill.store.parquet.Columns.int64;
import static io.tracemill.store.parquet.Columns.list;
import static io.tracemill.store.parquet.Columns.struct;
import static io.tracemill.store.parquet.Columns.text;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BOOLEAN;

import io.tracemill.analysis.sample.KeptCategory;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.span.Frame;
import java.util.Comparator;
import java.util.List;
import org.apache.parquet.schema.MessageType;

/** The table of categories, sorted by endpoint and signature; a sorted file has each once. */
public final class CategoryFormat implements RowFormat<KeptCategory> {
  private static final long serialVersionUID = 1;

  private static final Comparator<KeptCategory> ORDER =
      Comparator.comparing(KeptCategory::endpoint).thenComparing(KeptCategory::category);

  private static final MessageType SCHEMA =
      new MessageType(
          "category",
          int64("time_millis"),
          text("service"),
          text("operation"),
          text("category"),
          Columns.of(BOOLEAN, "truncated"),
          list(
              "nodes",
              struct(
                  int32("depth"),
                  text("service"),
                  text("operation"),
                  Columns.of(BOOLEAN, "async"),
                  int32("run"))));

  @Override
  public MessageType schema() {
    return SCHEMA;
  }

  @Override
  public Comparator<KeptCategory> order() {
    return ORDER;
  }

  @Override
  public boolean isUnique() {
    return true;
  }

  @Override
  public Encoder<KeptCategory> encoder() {
    return CategoryFormat::write;
  }

  @Override
  public Decoder<KeptCategory> decoder() {
    return CategoryFormat::read;
  }

  private static void write(KeptCategory row, RowWriter out) {
    out.int64(row.timeMillis());
    out.name(row.endpoint().service());
    out.name(row.endpoint().operation());
    out.text(row.category().hex());
    out.bool(row.form().truncated());
    out.structs(row.form().nodes(), CategoryFormat::write);
  }

  private static void write(CanonicalForm.Node node, RowWriter out) {
    out.int32(node.depth());
    out.name(node.frame().service());
    out.name(node.frame().operation());
    out.bool(node.async());
    out.int32(node.run());
  }

  private static KeptCategory read(RowReader in) {
    long timeMillis = in.int64();
    Frame endpoint = in.frame();
    CallTreeSignature category = CallTreeSignature.ofHex(in.text());
    boolean truncated = in.bool();
    List<CanonicalForm.Node> nodes = in.structs(5, CategoryFormat::node);
    return new KeptCategory(timeMillis, endpoint, category, new CanonicalForm(nodes, truncated));
  }

  private static CanonicalForm.Node node(RowReader in) {
    return new CanonicalForm.Node(in.int32(), in.frame(), in.bool(), in.int32());
  }
}
