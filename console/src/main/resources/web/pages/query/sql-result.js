// The answer to an SQL statement as columns and rows.
const EVERY_DAY = { trace_id: "trace", flow: "flow" };

/** As resultOf for the other questions; guesses the kind of a column from its name and values. */
export function sqlResult({ columns, rows }) {
  const listed = columns.map((name, index) => ({ key: "c" + index, title: name,
    kind: kindOf(name, rows, index) }));
  const x = listed.find(({ kind }) => kind === "millis") ?? listed.find(({ kind }) => !isNumber(kind))
    ?? listed[0];
  const y = listed.find((column) => column !== x && isNumber(column.kind));
  return {
    columns: listed,
    rows: rows.map((values, index) => rowOf(values, listed, index)),
    chart: { x: x?.key, y: y?.key }
  };
}

function rowOf(values, columns, index) {
  const row = { index };
  columns.forEach((column, at) => {
    row[column.key] = values[at] ?? undefined;
    if (column.title === "service" || column.title === "operation") {
      row[column.title] = values[at];
    }
  });
  return row;
}

function kindOf(name, rows, index) {
  const values = rows.map((row) => row[index]).filter((value) => value !== null);
  if (values.length > 0 && values.every((value) => typeof value === "number")) {
    return /nanos/i.test(name) ? "nanos" : /millis$/i.test(name) ? "millis" : "number";
  } else if (values.length > 0 && values.every((value) => typeof value === "boolean")) {
    return "truth";
  }
  return Object.hasOwn(EVERY_DAY, name) ? EVERY_DAY[name] : "text";
}

/** Whether a chart can have values of this kind on its vertical axis. */
export function isNumber(kind) {
  return ["number", "nanos", "share"].includes(kind);
}
