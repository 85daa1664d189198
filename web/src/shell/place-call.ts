import { useSyncExternalStore } from 'react'
import { isMissing } from '../api/server-mode.ts'

/** Calls a number; an empty one opens the phone. */
type PlaceCall = (number: string) => void

/** Why this browser cannot call: there is no SIP server, or the person has no extension. */
export type CallObstacle = 'noSip' | 'noExtension'

let current: PlaceCall | CallObstacle | undefined
const listeners = new Set<() => void>()

function change(next: typeof current): () => void {
  current = next
  for (const listener of listeners) listener()
  return () => {
    if (current === next) change(undefined)
  }
}

/** The phone of this browser is there, until the function that this returns is called. */
export const offerCalls = (place: PlaceCall): (() => void) => change(place)

/** The person has no extension, until the function that this returns is called. */
export const explainNoExtension = (): (() => void) => change('noExtension')

const useCurrent = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )

/** undefined: this browser cannot call. */
export function usePlaceCall(): PlaceCall | undefined {
  const now = useCurrent()
  return typeof now === 'function' ? now : undefined
}

/** undefined: this browser can call, or it is not known yet. */
export function useCallObstacle(): CallObstacle | undefined {
  const now = useCurrent()
  if (isMissing('sip')) return 'noSip'
  return typeof now === 'string' ? now : undefined
}
