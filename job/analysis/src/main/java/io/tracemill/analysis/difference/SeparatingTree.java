package io.tracemill.analysis.difference;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.tribuo.MutableDataset;
import org.tribuo.classification.Label;
import org.tribuo.classification.LabelFactory;
import org.tribuo.classification.dtree.CARTClassificationTrainer;
import org.tribuo.classification.dtree.impurity.GiniIndex;
import org.tribuo.common.tree.LeafNode;
import org.tribuo.common.tree.Node;
import org.tribuo.common.tree.SplitNode;
import org.tribuo.common.tree.TreeModel;
import org.tribuo.impl.ArrayExample;
import org.tribuo.provenance.SimpleDataSourceProvenance;

/**
 * A decision tree (CART) that tells the second cohort's requests from the first one's. Both cohorts
 * weigh the same, however many requests they have, and in them requests by what they stand for.
 */
final class SeparatingTree {
  private static final Label BEFORE = new Label("before");
  private static final Label AFTER = new Label("after");
  private static final float MIN_LEAF_WEIGHT = 5;
  private static final float ALL_COLUMNS = 1;

  /** No choice is left to it, since every split sees every column. */
  private static final long SEED = 1;

  private record Branch(Node<Label> node, List<Condition> path) {}

  private final AttributeColumns columns;
  private final TreeModel<Label> model;

  SeparatingTree(AttributeColumns columns, int maxDepth) {
    this.columns = columns;
    LabelFactory labels = new LabelFactory();
    MutableDataset<Label> requests =
        new MutableDataset<>(new SimpleDataSourceProvenance("requests", labels), labels);
    for (int row = 0; row < columns.rows(); row++) {
      requests.add(example(row));
    }
    CARTClassificationTrainer trainer =
        new CARTClassificationTrainer(
            maxDepth, MIN_LEAF_WEIGHT, 0, ALL_COLUMNS, false, new GiniIndex(), SEED);
    model = trainer.train(requests);
  }

  private ArrayExample<Label> example(int row) {
    boolean before = columns.before().has(row);
    double part = (before ? columns.before() : columns.after()).part(row);
    ArrayExample<Label> example =
        new ArrayExample<>(before ? BEFORE : AFTER, (float) (part * columns.rows() / 2));
    for (int column = 0; column < columns.size(); column++) {
      // Every column, absent ones too: a row of nothing would not be an example.
      example.add(Integer.toString(column), columns.has(row, column) ? 1 : 0);
    }
    return example;
  }

  /** The conditions of each leaf that has more of the second cohort, by weight. */
  List<List<Condition>> leavesOfAfter() {
    List<List<Condition>> leaves = new ArrayList<>();
    Deque<Branch> open = new ArrayDeque<>(List.of(new Branch(model.getRoot(), List.of())));
    while (!open.isEmpty()) {
      Branch branch = open.pop();
      if (branch.node() instanceof SplitNode<Label> split) {
        open.push(new Branch(split.getLessThanOrEqual(), with(branch, split, false)));
        open.push(new Branch(split.getGreaterThan(), with(branch, split, true)));
      } else if (branch.node() instanceof LeafNode<Label> leaf
          && leaf.getOutput().getLabel().equals(AFTER.getLabel())) {
        leaves.add(branch.path());
      }
    }
    return leaves;
  }

  private List<Condition> with(Branch branch, SplitNode<Label> split, boolean present) {
    List<Condition> path = new ArrayList<>(branch.path());
    int column = Integer.parseInt(model.getFeatureIDMap().get(split.getFeatureID()).getName());
    path.add(new Condition(column, present));
    return path;
  }
}
