import { useSyncExternalStore } from 'react'

/** Calls a number; an empty one opens the phone. */
type PlaceCall = (number: string) => void

let current: PlaceCall | undefined
const listeners = new Set<() => void>()

function change(next: PlaceCall | undefined): void {
  current = next
  for (const listener of listeners) listener()
}

/** The phone of this browser is there, until the function that this returns is called. */
export function offerCalls(place: PlaceCall): () => void {
  change(place)
  return () => change(undefined)
}

/** undefined: this browser cannot call. */
export const usePlaceCall = (): PlaceCall | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )
