// Preact, its hooks and htm, by the names that all modules use.
import { h as createElement, render as renderInto } from "./vendor/preact.module.js";
import { Component as Base } from "./vendor/preact.module.js";
import { useState as state, useEffect as effect, useMemo as memo } from "./vendor/hooks.module.js";
import { useRef as reference, useLayoutEffect as layoutEffect } from "./vendor/hooks.module.js";
import { default as htm } from "./vendor/htm.module.js";

export const html = htm.bind(createElement);
export const render = renderInto;
export const Component = Base;
export const useState = state;
export const useEffect = effect;
export const useMemo = memo;
export const useRef = reference;
export const useLayoutEffect = layoutEffect;
