import { createStore } from '../state/store.ts'

const KEY = 'switchboard-single-keys'

/**
 * Whether single letters work as shortcuts. Users who dictate or hit keys by accident can turn them off (WCAG 2.1.4).
 * Stored in this browser, because it depends on the device.
 */
export const singleKeys = createStore(localStorage.getItem(KEY) !== 'off')

export function turnSingleKeys(on: boolean): void {
  localStorage.setItem(KEY, on ? 'on' : 'off')
  singleKeys.set(on)
}
