package io.tracemill.pipeline.judge;

import io.tracemill.analysis.detection.Detector;
import io.tracemill.analysis.detection.DetectorState;
import io.tracemill.analysis.detection.Judgement;
import io.tracemill.analysis.pane.PaneCounts;
import java.util.Collection;

/** What judges panes: a {@link Detector}, or a script in tests. */
interface Detection {
  Judgement judge(long endMillis, Collection<PaneCounts> pane);

  boolean hasOpenIncidents();

  DetectorState state();

  /** A detector as such. */
  static Detection of(Detector detector) {
    return new Detection() {
      @Override
      public Judgement judge(long endMillis, Collection<PaneCounts> pane) {
        return detector.judge(endMillis, pane);
      }

      @Override
      public boolean hasOpenIncidents() {
        return detector.hasOpenIncidents();
      }

      @Override
      public DetectorState state() {
        return detector.state();
      }
    };
  }
}
