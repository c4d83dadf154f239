package io.tracemill.store.question;

import io.tracemill.store.engine.StoreSession;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Weighted sums of a value over rows of the store, and estimates for the requests that they stand
 * for. Errors are standard errors that assume independent rows; strata make the true errors
 * smaller. They are 0 if all weights are 1.
 *
 * @param rows number of rows
 * @param weight sum of the weights w
 * @param first sum of w x
 * @param second sum of w x^2
 * @param spread sum of w (w - 1)
 * @param spreadFirst sum of w (w - 1) x
 * @param spreadSecond sum of w (w - 1) x^2
 */
public record Moments(
    long rows,
    double weight,
    double first,
    double second,
    double spread,
    double spreadFirst,
    double spreadSecond) {
  /** The sums over no rows. */
  public static final Moments NONE = new Moments(0, 0, 0, 0, 0, 0, 0);

  /** The sums over one row. */
  public static Moments of(double value, double weight) {
    double spread = weight * (weight - 1);
    return new Moments(
        1,
        weight,
        weight * value,
        weight * value * value,
        spread,
        spread * value,
        spread * value * value);
  }

  /** The sums over the rows of a condition in SQL; the value is SQL too. */
  public static Moments ask(StoreSession session, String value, String condition) {
    return session.row(
        "SELECT %s FROM requests WHERE %s".formatted(columns(value, "weight"), condition),
        row -> read(row, 1));
  }

  /** The number of columns of {@link #columns}. */
  public static final int COLUMNS = 7;

  /**
   * The columns of a SELECT that {@link #read} reads. The value and the weight are SQL; a row whose
   * weight is NULL does not count.
   */
  public static String columns(String value, String weight) {
    String spread = "(%1$s * (%1$s - 1))".formatted(weight);
    return "count(%1$s), sum(%1$s), sum(%1$s * %2$s), sum(%1$s * %2$s * %2$s), sum(%3$s), sum(%3$s * %2$s), sum(%3$s * %2$s * %2$s)"
        .formatted(weight, value, spread);
  }

  /** Reads the columns from the given one on; sums over no rows are 0. */
  public static Moments read(ResultSet row, int column) throws SQLException {
    return new Moments(
        row.getLong(column),
        sum(row, column + 1),
        sum(row, column + 2),
        sum(row, column + 3),
        sum(row, column + 4),
        sum(row, column + 5),
        sum(row, column + 6));
  }

  /** The sum over no rows is NULL, which the driver does not read as 0. */
  static double sum(ResultSet row, int column) throws SQLException {
    double sum = row.getDouble(column);
    return row.wasNull() ? 0 : sum;
  }

  /** The sums over the rows of both. */
  public Moments plus(Moments other) {
    return new Moments(
        rows + other.rows,
        weight + other.weight,
        first + other.first,
        second + other.second,
        spread + other.spread,
        spreadFirst + other.spreadFirst,
        spreadSecond + other.spreadSecond);
  }

  /** The estimated number of requests. */
  public long requests() {
    return Math.round(weight);
  }

  public double requestsError() {
    return Math.sqrt(Math.max(0, spread));
  }

  /** The estimated mean; 0 without rows. */
  public double mean() {
    return weight == 0 ? 0 : first / weight;
  }

  public double meanError() {
    double mean = mean();
    double squares = spreadSecond - 2 * mean * spreadFirst + mean * mean * spread;
    return weight == 0 ? 0 : Math.sqrt(Math.max(0, squares)) / weight;
  }

  /** The estimated coefficient of variation: standard deviation / mean. */
  public double variation() {
    double mean = mean();
    return mean == 0 ? 0 : Math.sqrt(Math.max(0, second / weight - mean * mean)) / mean;
  }
}
