package io.tracemill.analysis.view.estimate;

/**
 * The distribution of one figure.
 *
 * @param basis the requests that have the figure
 * @param count number of values; more than the requests if a request has several
 * @param kept number of values of kept requests
 * @param deviation standard deviation of the values
 * @param min the smallest value of a kept request; 0 without values
 * @param max the largest value of a kept request; 0 without values
 */
public record Distribution(
    Basis basis,
    double count,
    int kept,
    Estimate mean,
    double deviation,
    Percentiles percentiles,
    long min,
    long max) {}
