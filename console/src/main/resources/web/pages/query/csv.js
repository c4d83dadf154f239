// Comma-separated values (RFC 4180).
const LINE = "\r\n";

/** A header and all rows, with figures as in the API. */
export function csvOf({ columns, rows }) {
  const lines = [columns.map(({ title, key }) => field(key.startsWith("c") && key !== title ? title : key)),
    ...rows.map((row) => columns.map(({ key }) => field(row[key])))];
  return lines.map((line) => line.join(",") + LINE).join("");
}

/** Puts an apostrophe before texts that a spreadsheet would read as a formula. */
function field(value) {
  if (value === undefined || value === null) {
    return "";
  } else if (typeof value !== "string") {
    return String(value);
  }
  const harmless = /^[=+\-@\t\r]/.test(value) ? "'" + value : value;
  return /[",\r\n]/.test(harmless) ? '"' + harmless.replaceAll('"', '""') + '"' : harmless;
}
