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

/** The table of categories, sorted by endpoint and signature; a merged file has each once. */
public final class CategoryFormat implements RowFormat<KeptCategory> {
  private static final long serialVersionUID = 1;

  private static final Comparator<KeptCategory> ORDER =
      Comparator.comparing(KeptCategory::endpoint).thenComparing(KeptCategory::flow);

  private static final MessageType SCHEMA =
      new MessageType(
          "category",
          int64("time_millis"),
          text("service"),
          text("operation"),
          text("flow"),
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
  public void write(KeptCategory row, RowWriter out) {
    out.int64(row.timeMillis());
    out.name(row.endpoint().service());
    out.name(row.endpoint().operation());
    out.text(row.flow().hex());
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

  @Override
  public KeptCategory read(RowReader in) {
    long timeMillis = in.int64();
    Frame endpoint = in.frame();
    CallTreeSignature flow = CallTreeSignature.ofHex(in.text());
    boolean truncated = in.bool();
    List<CanonicalForm.Node> nodes = in.structs(5, CategoryFormat::node).orElseThrow();
    return new KeptCategory(timeMillis, endpoint, flow, new CanonicalForm(nodes, truncated));
  }

  private static CanonicalForm.Node node(RowReader in) {
    return new CanonicalForm.Node(in.int32(), in.frame(), in.bool(), in.int32());
  }
}
