import { createStore } from '../state/store.ts'

const KEY = 'switchboard-single-keys'

/**
 * Whether single letters do something. Whoever dictates, or whose hands slip, can turn that off (WCAG 2.1.4). Kept in this
 * browser: it depends on the device that one sits at.
 */
export const singleKeys = createStore(localStorage.getItem(KEY) !== 'off')

export function turnSingleKeys(on: boolean): void {
  localStorage.setItem(KEY, on ? 'on' : 'off')
  singleKeys.set(on)
}
