// A value that components follow.
import { useState, useEffect } from "./html.js";

/** {get(), set(next), use(part?)}; use is a hook that renders the component again when its part changes. */
export function store(value) {
  const listeners = new Set();
  return {
    get: () => value,
    set(next) {
      value = next;
      listeners.forEach((listener) => listener());
    },
    use(part = (all) => all) {
      const [shown, show] = useState(() => part(value));
      useEffect(() => {
        const follow = () => show(() => part(value));
        listeners.add(follow);
        follow();
        return () => listeners.delete(follow);
      }, []);
      return shown;
    }
  };
}
