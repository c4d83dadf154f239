package io.tracemill.store.engine;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;

/** Makes a value of each row of a result. */
@FunctionalInterface
public interface RowMapper<T> {
  /** The value of the current row. */
  T map(ResultSet row) throws SQLException;

  /** Called before the first row, even if there is none. */
  default void begin(ResultSetMetaData columns) throws SQLException {}
}
