import { useSyncExternalStore } from 'react'

/** Whether the person wants 17:00 in every language. Otherwise, times are as the language has them. */
let is24Hours = false
const listeners = new Set<() => void>()

export const shows24Hours = (): boolean => is24Hours

export function show24Hours(next: boolean): void {
  is24Hours = next
  for (const listener of listeners) listener()
}

/** A component that uses it is rendered again when the person changes it. */
export const use24Hours = (): boolean => useSyncExternalStore(subscribe, shows24Hours)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
