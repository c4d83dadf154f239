package io.tracemill.store.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SqlTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"", "plain", "it's", "a\0b", "\0", "'; DROP TABLE requests; --\0'", "\\'\n\u202e"})
  void aTextIsReadAsItIs(String value) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery("SELECT " + Sql.text(value))) {
      assertThat(found.next()).isTrue();
      assertThat(found.getString(1)).isEqualTo(value);
    }
  }
}
