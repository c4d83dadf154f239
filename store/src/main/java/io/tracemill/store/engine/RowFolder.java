package io.tracemill.store.engine;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;

/** Adds a result row by row to a value. */
@FunctionalInterface
public interface RowFolder<A> {
  /** Adds the current row. */
  void add(A into, ResultSet row) throws SQLException;

  /** Called before the first row, even if there is none. */
  default void begin(ResultSetMetaData columns) throws SQLException {}
}
