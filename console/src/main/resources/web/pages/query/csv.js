// Comma-separated values, as RFC 4180 has them.
const LINE = "\r\n";

/** A header and all rows; figures as the API has them. */
export function csvOf({ columns, rows }) {
  const lines = [columns.map(({ title, key }) => field(key.startsWith("c") && key !== title ? title : key)),
    ...rows.map((row) => columns.map(({ key }) => field(row[key])))];
  return lines.map((line) => line.join(",") + LINE).join("");
}

/** Texts that a spreadsheet would take for a formula get an apostrophe in front. */
function field(value) {
  if (value === undefined || value === null) {
    return "";
  } else if (typeof value !== "string") {
    return String(value);
  }
  const harmless = /^[=+\-@\t\r]/.test(value) ? "'" + value : value;
  return /[",\r\n]/.test(harmless) ? '"' + harmless.replaceAll('"', '""') + '"' : harmless;
}
