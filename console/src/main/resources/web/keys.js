// The keyboard: single keys, and sequences such as "g n". Components bind keys while they are shown.
import { useEffect } from "./html.js";

const SEQUENCE_MILLIS = 1200;
const bound = new Set();
let before = { key: "", at: 0 };

/**
 * Hook: binds keys while the component is shown. bindings: [{keys, does, run(event)?}]. A binding without
 * `run` is only listed in the help; the component handles the key itself.
 */
export function useKeys(bindings) {
  useEffect(() => {
    const own = bindings.map((binding) => ({ ...binding })); // other components may bind the same objects
    own.forEach((binding) => bound.add(binding));
    return () => own.forEach((binding) => bound.delete(binding));
  }, bindings.map((binding) => binding.run));
}

/** The current bindings, for the help. */
export function boundKeys() {
  return [...new Map([...bound].map((binding) => [binding.keys, binding])).values()];
}

function find(keys) {
  return [...bound].reverse().find((binding) => binding.keys === keys && binding.run);
}

function typing({ target, key }) {
  return key !== "Escape" && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

addEventListener("keydown", (event) => {
  const modified = event.ctrlKey || event.metaKey || event.altKey;
  const dialog = document.querySelector("dialog[open]"); // it closes by itself
  if (event.defaultPrevented || modified || dialog || typing(event)) {
    return;
  }
  const now = performance.now();
  const key = event.key === "Escape" ? "Esc" : event.key;
  const sequence = now - before.at < SEQUENCE_MILLIS ? find(before.key + " " + key) : undefined;
  const binding = sequence ?? find(key);
  before = sequence ? { key: "", at: 0 } : { key, at: now };
  if (binding) {
    event.preventDefault();
    binding.run(event);
  }
});
