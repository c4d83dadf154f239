// A sortable table. If it has many rows, only the visible ones are in the document.
import { Component, html, useState, useRef, useMemo, useLayoutEffect } from "../html.js";
import { preference } from "../preferences.js";

const VIRTUAL_ABOVE = 200;
const ROW_PIXELS = 34;
const SPARE_ROWS = 16;
const STEP_ROWS = 8;
const ROW_PROPS = ["row", "index", "columns", "onRow", "pixels", "zone", "reached"];

/**
 * columns: [{key, title, value(row), cell?(row), align?: "end", width?, hint?, fixed?}]; fixed: not sortable.
 * sort is the key of a column, with "-" before it for descending; onSort gets the next sort.
 * With onRow(row), rows are chosen by click, or by arrow keys and Enter. Tab goes to the row that had the focus
 * last, or else to the first visible row. height (a CSS length) limits the table.
 */
export function Table({ columns, rows, rowKey, sort, onSort, onRow, height, label, rowPixels }) {
  const sorted = useMemo(() => sortRows(rows, columns, sort), [rows, columns, sort]);
  const virtual = sorted.length > VIRTUAL_ABOVE;
  const pixels = rowPixels ?? ROW_PIXELS;
  const box = useRef(null);
  const [range, setRange] = useState({ from: 0, to: 60, first: 0 });
  const [held, hold] = useState(0);
  const measure = () => {
    const element = box.current;
    if (virtual && element) {
      const top = element.scrollTop / pixels / STEP_ROWS;
      const from = Math.max(0, Math.floor(top) * STEP_ROWS - SPARE_ROWS);
      const to = Math.ceil(top + element.clientHeight / pixels / STEP_ROWS) * STEP_ROWS + SPARE_ROWS;
      const first = Math.ceil(top) * STEP_ROWS;
      setRange((old) => (old.from === from && old.to === to && old.first === first ? old
        : { from, to, first }));
    }
  };
  useLayoutEffect(() => {
    measure();
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  }, [virtual, sorted.length, pixels]);
  const from = virtual ? Math.min(range.from, sorted.length) : 0;
  const to = virtual ? Math.min(range.to, sorted.length) : sorted.length;
  const shown = sorted.slice(from, to);
  const reached = held >= from && held < to ? held : virtual ? Math.min(range.first, to - 1) : 0;
  const bound = height ?? (virtual ? "70vh" : undefined);
  return html`
    <div class=${virtual ? "table-box table-virtual" : "table-box"} ref=${box}
      onScroll=${virtual ? measure : undefined} style=${bound ? { maxHeight: bound } : undefined}>
      <table class="table" aria-rowcount=${virtual ? sorted.length + 1 : undefined} aria-label=${label}>
        <colgroup>${columns.map((column) => html`
          <col key=${column.key} style=${column.width ? { width: column.width } : undefined} />`)}</colgroup>
        <thead><tr>${columns.map((column) => html`
          <${HeadCell} key=${column.key} column=${column} sort=${sort} onSort=${onSort} />`)}</tr></thead>
        <tbody onKeyDown=${onRow ? walk : undefined}>
          ${virtual && from > 0 && html`
            <${Gap} key="above" pixels=${from * pixels} columns=${columns.length} />`}
          ${shown.map((row, index) => html`
            <${Row} key=${rowKey(row)} row=${row} index=${from + index} columns=${columns} onRow=${onRow}
              reached=${from + index === reached} hold=${hold}
              pixels=${virtual ? pixels : undefined} zone=${preference("zone")} />`)}
          ${virtual && to < sorted.length && html`
            <${Gap} key="below" pixels=${(sorted.length - to) * pixels} columns=${columns.length} />`}
        </tbody>
      </table>
    </div>`;
}

function Gap({ pixels, columns }) {
  const height = { height: pixels + "px" };
  return html`<tr class="table-gap" aria-hidden="true"><td colspan=${columns} style=${height}></td></tr>`;
}

function HeadCell({ column, sort, onSort }) {
  const ascending = sort === column.key;
  const descending = sort === "-" + column.key;
  const state = ascending ? "ascending" : descending ? "descending" : undefined;
  const name = column.align === "end" ? "end" : undefined;
  if (!onSort || column.fixed) {
    return html`<th scope="col" class=${name} title=${column.hint}>${column.title}</th>`;
  }
  const first = column.align === "end" ? "-" + column.key : column.key;
  const other = column.align === "end" ? column.key : "-" + column.key;
  const next = sort === first ? other : first;
  return html`
    <th scope="col" class=${name} aria-sort=${state} title=${column.hint}>
      <button type="button" class="sort" onClick=${() => onSort(next)}>${column.title}<span
        class="sort-mark" aria-hidden="true">${ascending ? "▲" : descending ? "▼" : ""}</span></button>
    </th>`;
}

/** A row is drawn again only if one of these properties changed. */
class Row extends Component {
  shouldComponentUpdate(next) {
    return ROW_PROPS.some((name) => next[name] !== this.props[name]);
  }

  render({ row, index, columns, onRow, pixels, reached, hold }) {
    return html`
      <tr class=${onRow ? "row-open" : undefined} tabindex=${onRow ? (reached ? 0 : -1) : undefined}
        onFocus=${onRow && ((event) => event.target === event.currentTarget && hold(index))}
        onClick=${onRow && ((event) => opens(event) && onRow(row))}
        onKeyDown=${onRow && ((event) => enters(event) && onRow(row))}
        aria-rowindex=${pixels ? index + 2 : undefined}
        style=${pixels ? { height: pixels + "px" } : undefined}>
        ${columns.map((column) => html`
          <td key=${column.key} class=${column.align === "end" ? "end" : undefined}
            >${column.cell ? column.cell(row) : column.value(row)}</td>`)}
      </tr>`;
  }
}

function opens(event) {
  return !event.target.closest("a, button, input") && !String(getSelection());
}

function enters(event) {
  return event.key === "Enter" && event.target === event.currentTarget;
}

/** Moves the focus from row to row by the arrow keys. */
function walk(event) {
  const row = event.target.closest("tr");
  const next = event.key === "ArrowDown" ? row?.nextElementSibling
    : event.key === "ArrowUp" ? row?.previousElementSibling : null;
  if (next && !next.classList.contains("table-gap")) {
    event.preventDefault();
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: "nearest" });
  }
}

/** Rows sorted by a column's value; rows without a value come last in both directions. */
function sortRows(rows, columns, sort) {
  const descending = Boolean(sort?.startsWith("-"));
  const column = columns.find(({ key }) => key === (descending ? sort.slice(1) : sort));
  if (!column) {
    return rows;
  }
  const turn = descending ? -1 : 1;
  const keyed = rows.map((row) => ({ row, value: column.value(row) }));
  keyed.sort((a, b) => {
    const lacksA = a.value === undefined || a.value === null;
    const lacksB = b.value === undefined || b.value === null;
    if (lacksA || lacksB) {
      return lacksA - lacksB;
    }
    return turn * compare(a.value, b.value);
  });
  return keyed.map(({ row }) => row);
}

function compare(a, b) {
  if (typeof a === "number" && typeof b === "number") {
    return a - b;
  }
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}
