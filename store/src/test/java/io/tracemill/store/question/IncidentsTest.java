package io.tracemill.store.question;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.layout.StoreTable;
import io.tracemill.store.layout.StoredRecord;
import io.tracemill.store.question.Incidents.Incident;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IncidentsTest {
  private static final long START = MadeUpTraffic.START_MILLIS;
  private static final long HOUR = 3_600_000;

  @TempDir private Path directory;

  private static StoredRecord incident(String id, long timeMillis, String status) {
    return new StoredRecord(
        timeMillis,
        "incidents",
        id,
        status,
        "page",
        "{\"id\":\"%s\",\"status\":\"%s\"}".formatted(id, status));
  }

  @BeforeEach
  void write() {
    TestStore.incidents(
        directory,
        List.of(
            incident("slow", START, "firing"),
            incident("slow", START + 30_000, "firing"),
            incident("slow", START + HOUR, "resolved"),
            incident("it's", START + 60_000, "firing"),
            new StoredRecord(START, "mutations", "slow", "firing", "", "{}"),
            new StoredRecord(START, "changes", "a b", "", "", "{}")));
  }

  private StoreSession session(Period time) {
    return TestStore.open(directory).session(time);
  }

  @Test
  void theNewestRecordOfEachCounts() {
    try (StoreSession session = session(Filter.ALL_TIME)) {
      assertThat(Incidents.ask(session, Filter.ALL_TIME, "incidents").incidents())
          .containsExactly(
              new Incident(
                  "slow",
                  START + HOUR,
                  "resolved",
                  "page",
                  "{\"id\":\"slow\",\"status\":\"resolved\"}"),
              new Incident(
                  "it's",
                  START + 60_000,
                  "firing",
                  "page",
                  "{\"id\":\"it's\",\"status\":\"firing\"}"));
      assertThat(Incidents.ask(session, Filter.ALL_TIME, "mutations").incidents())
          .extracting(Incident::id)
          .containsExactly("slow");
    }
  }

  @Test
  void aRangeOfTimeHasWhatWasSaidInIt() {
    Period first = new Period(START, START + 60_000);
    try (StoreSession session = session(first)) {
      assertThat(session.fileCount(StoreTable.INCIDENTS)).isEqualTo(1);
      assertThat(Incidents.ask(session, first, "incidents").incidents())
          .extracting(Incident::id, Incident::timeMillis, Incident::status)
          .containsExactly(tuple("slow", START + 30_000, "firing"));
    }
  }

  @Test
  void aStoreWithoutIncidentsHasNone() {
    Period later = new Period(START + 9 * HOUR, START + 10 * HOUR);
    try (StoreSession session = session(later)) {
      assertThat(Incidents.ask(session, later, "incidents").incidents()).isEmpty();
    }
  }

  @Test
  void anAnswerHasTheRecordsThemselves() throws Exception {
    try (StoreSession session = session(Filter.ALL_TIME)) {
      assertThat(
              AnswerJson.of(Incidents.ask(session, Filter.ALL_TIME, "changes"), session.skipped()))
          .isEqualTo(
              """
              {"incidents":[{"id":"a b","timeMillis":%d,"status":"","severity":"","record":{}}]}"""
                  .formatted(START));
    }
  }

  @Test
  void theTableOfIncidentsIsOpenToSql() {
    try (StoreSession session = session(Filter.ALL_TIME)) {
      assertThat(
              session.rows(
                  """
                  SELECT stream, json ->> 'status', count(*) FROM incidents
                  WHERE id = 'slow' GROUP BY ALL ORDER BY ALL
                  """,
                  row -> "%s %s %d".formatted(row.getString(1), row.getString(2), row.getLong(3))))
          .containsExactly("incidents firing 2", "incidents resolved 1", "mutations null 1");
    }
  }
}
