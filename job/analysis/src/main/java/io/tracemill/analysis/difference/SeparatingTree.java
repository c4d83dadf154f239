package io.tracemill.analysis.difference;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import org.tribuo.Example;
import org.tribuo.MutableDataset;
import org.tribuo.classification.Label;
import org.tribuo.classification.LabelFactory;
import org.tribuo.classification.dtree.CARTClassificationTrainer;
import org.tribuo.classification.dtree.impurity.GiniIndex;
import org.tribuo.common.tree.LeafNode;
import org.tribuo.common.tree.Node;
import org.tribuo.common.tree.SplitNode;
import org.tribuo.common.tree.TreeModel;
import org.tribuo.impl.BinaryFeaturesExample;
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

  /** A feature without which a request that has no attribute would not be an example. */
  private static final String EVERY_REQUEST = "every request";

  private record Branch(Node<Label> node, List<Condition> path) {}

  private final AttributeColumns columns;
  private final String[] features;
  private final TreeModel<Label> model;

  SeparatingTree(AttributeColumns columns, int maxDepth) {
    this.columns = columns;
    features =
        IntStream.range(0, columns.size()).mapToObj("%04d"::formatted).toArray(String[]::new);
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

  /** What a request lacks is not in it: the trainer takes that for 0. */
  private Example<Label> example(int row) {
    List<String> present = new ArrayList<>(List.of(EVERY_REQUEST));
    for (int column = 0; column < columns.size(); column++) {
      if (columns.has(row, column)) {
        present.add(features[column]);
      }
    }
    boolean before = columns.before().has(row);
    double part = (before ? columns.before() : columns.after()).part(row);
    Example<Label> example =
        new BinaryFeaturesExample<>(before ? BEFORE : AFTER, present.toArray(String[]::new));
    example.setWeight((float) (part * columns.rows() / 2));
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
