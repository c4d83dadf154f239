package io.tracemill.analysis.request;

import io.tracemill.analysis.quality.Measure;
import io.tracemill.analysis.quality.QualityCounts;
import io.tracemill.analysis.quality.QualityLedger;
import io.tracemill.analysis.quality.QualityScope;
import io.tracemill.analysis.span.Vocabulary;
import io.tracemill.analysis.trace.TraceTree;
import java.util.Arrays;

/**
 * Counts a trace's spans by service before they enter the accounts, because a trace has many spans
 * of few services. Reused from trace to trace.
 */
final class ServiceSpans {
  /** By the vocabulary's number of a service; zero between two traces. */
  private int[] spans = {};

  private int[] withoutHost = {};
  private int[] services = {};
  private int serviceCount;

  void enter(TraceTree tree, long timeMillis, QualityLedger ledger) {
    ensureRoom(tree.vocabulary().size());
    for (int span = 0; span < tree.size(); span++) {
      int service = tree.serviceNumber(span);
      if (spans[service]++ == 0) {
        services[serviceCount++] = service;
      }
      withoutHost[service] += tree.hostNumber(span) == Vocabulary.UNKNOWN_HOST ? 1 : 0;
    }
    for (int i = 0; i < serviceCount; i++) {
      enter(services[i], tree.vocabulary(), timeMillis, ledger);
    }
    serviceCount = 0;
  }

  private void enter(int service, Vocabulary names, long timeMillis, QualityLedger ledger) {
    QualityCounts counts = ledger.counts(timeMillis, new QualityScope.Service(names.text(service)));
    counts.add(Measure.SERVICE_SPANS, spans[service]);
    counts.add(Measure.SERVICE_SPANS_WITHOUT_HOST, withoutHost[service]);
    spans[service] = 0;
    withoutHost[service] = 0;
  }

  private void ensureRoom(int numbers) {
    if (spans.length < numbers) {
      int room = 2 * numbers;
      spans = Arrays.copyOf(spans, room);
      withoutHost = Arrays.copyOf(withoutHost, room);
      services = Arrays.copyOf(services, room);
    }
  }
}
