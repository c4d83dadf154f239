// A sortable table. If it has many rows, only the visible ones are in the document.
import { Component, html, useState, useRef, useMemo, useLayoutEffect } from "../html.js";
import { preference } from "../preferences.js";

const VIRTUAL_ABOVE = 200;
const ROW_PIXELS = 34;
const SPARE_ROWS = 16;
const STEP_ROWS = 8;

/** A column of figures: `value(row)` as text by `format`. Tests find the number by the column's key. */
export function figureColumn(key, title, format, value = (row) => row[key], more = {}) {
  const cell = (row) => html`
    <span class=${more.mark?.(row)} data-test=${key} data-value=${value(row)}>${format(value(row))}</span>`;
  return { key, title, value, cell, align: "end", ...more };
}

/**
 * columns: [{key, title, value(row), cell?(row), align?: "end", width?, hint?, fixed?}]; fixed: not sortable.
 * sort is the key of a column, with "-" before it for descending; onSort gets the next sort. Without onSort,
 * the table keeps its sort, beginning with `sort`. `ordered`: the rows have an order that must stay.
 * With onRow(row), rows are chosen by click, or by arrow keys and Enter; onPoint(row) gets the row at the
 * pointer or with the focus. Tab goes to the row that had the focus last, or else to the first visible row.
 * height (a CSS length) limits the table; it begins where row number `shown` is in its middle.
 */
export function Table({ columns, rows, rowKey, sort, onSort, ordered, onRow, onPoint, height,
  label, rowPixels = ROW_PIXELS, shown = 0 }) {
  const [ownSort, setOwnSort] = useState(sort);
  const order = onSort ? sort : ownSort;
  const sorted = useMemo(() => sortRows(rows, columns, order), [rows, columns, order]);
  const virtual = sorted.length > VIRTUAL_ABOVE;
  const [box, from, to, first] = useVisibleRows(sorted.length, virtual, rowPixels);
  useLayoutEffect(() => {
    if (shown > 0) {
      box.current.scrollTop = (shown + 1) * rowPixels - box.current.clientHeight / 2;
    }
  }, [shown]);
  const [held, hold] = useState(0);
  const reached = held >= from && held < to ? held : Math.min(first, to - 1);
  const maxHeight = height ?? (virtual ? "70vh" : undefined);
  const gap = (key, count) => virtual && count > 0 && html`
    <tr key=${key} class="table-gap" aria-hidden="true"><td colspan=${columns.length}
      style=${{ height: count * rowPixels + "px" }}></td></tr>`;
  return html`
    <div class=${virtual ? "table-box table-virtual" : "table-box"} ref=${box} style=${{ maxHeight }}>
      <table class="table" aria-rowcount=${virtual ? sorted.length + 1 : undefined} aria-label=${label}>
        <colgroup>${columns.map(({ key, width }) => html`<col key=${key} style=${{ width }} />`)}</colgroup>
        <thead><tr>${columns.map((column) => html`
          <${HeadCell} key=${column.key} column=${column} order=${order}
            onSort=${ordered || column.fixed ? undefined : onSort ?? setOwnSort} />`)}</tr></thead>
        <tbody onKeyDown=${onRow || onPoint ? walk : undefined}>
          ${gap("above", from)}
          ${sorted.slice(from, to).map((row, index) => html`
            <${Row} key=${rowKey(row)} row=${row} index=${from + index} columns=${columns}
              onRow=${onRow} onPoint=${onPoint} reached=${from + index === reached} hold=${hold}
              pixels=${virtual ? rowPixels : undefined} zone=${preference("zone")} />`)}
          ${gap("below", sorted.length - to)}
        </tbody>
      </table>
    </div>`;
}

/** Hook: [ref of the box, first row to draw, end of the rows to draw, first visible row]. */
function useVisibleRows(count, virtual, rowPixels) {
  const box = useRef(null);
  const [[from, to, first], setRange] = useState([0, 60, 0]);
  useLayoutEffect(() => {
    if (!virtual) {
      return undefined;
    }
    const element = box.current;
    const measure = () => {
      const steps = element.scrollTop / rowPixels / STEP_ROWS;
      const visible = Math.ceil(steps + element.clientHeight / rowPixels / STEP_ROWS) * STEP_ROWS;
      const range = [Math.max(0, Math.floor(steps) * STEP_ROWS - SPARE_ROWS), visible + SPARE_ROWS,
        Math.ceil(steps) * STEP_ROWS];
      setRange((old) => (String(old) === String(range) ? old : range));
    };
    measure();
    element.addEventListener("scroll", measure, { passive: true });
    addEventListener("resize", measure);
    return () => {
      element.removeEventListener("scroll", measure);
      removeEventListener("resize", measure);
    };
  }, [virtual, count, rowPixels]);
  return virtual ? [box, Math.min(from, count), Math.min(to, count), first] : [box, 0, count, 0];
}

function HeadCell({ column, order, onSort }) {
  const { key, title, hint, align } = column;
  if (!onSort) {
    return html`<th scope="col" class=${align} title=${hint}>${title}</th>`;
  }
  const state = order === key ? "ascending" : order === "-" + key ? "descending" : undefined;
  const [first, other] = align === "end" ? ["-" + key, key] : [key, "-" + key];
  return html`
    <th scope="col" class=${align} aria-sort=${state} title=${hint}>
      <button type="button" class="sort" onClick=${() => onSort(order === first ? other : first)}
        >${title}<span class="sort-mark" aria-hidden="true">${
          { ascending: "▲", descending: "▼" }[state]}</span></button>
    </th>`;
}

/** A row is drawn again only if one of its properties changed. */
class Row extends Component {
  shouldComponentUpdate(next) {
    return Object.keys(next).some((name) => next[name] !== this.props[name]);
  }

  render({ row, index, columns, onRow, onPoint, pixels, reached, hold }) {
    const own = (event) => event.target === event.currentTarget;
    const focused = () => {
      hold(index);
      onPoint?.(row);
    };
    const choice = (onRow || onPoint) && {
      class: onRow && "row-open",
      tabindex: reached ? 0 : -1,
      onFocus: (event) => own(event) && focused(),
      onMouseEnter: onPoint && (() => onPoint(row)),
      onClick: onRow && ((event) => opens(event) && onRow(row)),
      onKeyDown: onRow && ((event) => event.key === "Enter" && own(event) && onRow(row))
    };
    return html`
      <tr ...${choice} aria-rowindex=${pixels && index + 2} style=${pixels && { height: pixels + "px" }}>
        ${columns.map((column) => html`
          <td key=${column.key} class=${column.align}>${(column.cell ?? column.value)(row)}</td>`)}
      </tr>`;
  }
}

function opens(event) {
  return !event.target.closest("a, button, input") && !String(getSelection());
}

/** Moves the focus from row to row by the arrow keys. */
function walk(event) {
  const row = event.target.closest("tr");
  const next = { ArrowDown: row.nextElementSibling, ArrowUp: row.previousElementSibling }[event.key];
  if (next && !next.classList.contains("table-gap")) {
    event.preventDefault();
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: "nearest" });
  }
}

/** Rows sorted by a column's value; rows without a value come last in both directions. */
function sortRows(rows, columns, order) {
  const descending = Boolean(order?.startsWith("-"));
  const column = columns.find(({ key }) => key === (descending ? order.slice(1) : order));
  if (!column) {
    return rows;
  }
  const lacks = ({ value }) => value === undefined || value === null;
  const keyed = rows.map((row) => ({ row, value: column.value(row) }));
  keyed.sort((a, b) => (lacks(a) || lacks(b) ? lacks(a) - lacks(b)
    : (descending ? -1 : 1) * compare(a.value, b.value)));
  return keyed.map(({ row }) => row);
}

function compare(a, b) {
  if (typeof a === "number" && typeof b === "number") {
    return a - b;
  }
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}
