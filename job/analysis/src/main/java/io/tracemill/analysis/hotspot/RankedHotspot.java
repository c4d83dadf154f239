package io.tracemill.analysis.hotspot;

/**
 * A hotspot among those of a window.
 *
 * @param startMillis start of the window, milliseconds since the epoch
 * @param endMillis its end, exclusive
 * @param rank 1 for the frame that cost most
 */
public record RankedHotspot(long startMillis, long endMillis, int rank, Hotspot hotspot) {}
