package io.tracemill.query.engine;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;

/** Reads a result row by row. */
@FunctionalInterface
public interface RowReader<T> {
  /** Reads the current row. */
  T read(ResultSet row) throws SQLException;

  /** Called before the first row, even if there is none. */
  default void begin(ResultSetMetaData columns) throws SQLException {}
}
