import { useCallback, useRef, useSyncExternalStore } from 'react'

/** An immutable value, and listeners for its replacement. */
export interface Store<State> {
  get(): State
  set(next: State): void
  subscribe(listener: () => void): () => void
}

export function createStore<State>(initial: State): Store<State> {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    set(next) {
      if (Object.is(next, state)) return
      state = next
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** A part of the state. The component renders again only when that part changes. */
export function useSelected<State, Part>(store: Store<State>, select: (state: State) => Part): Part {
  const last = useRef<{ state: State; select: unknown; part: Part }>(undefined)
  const get = useCallback(() => {
    const state = store.get()
    const known = last.current
    if (known && Object.is(known.state, state) && known.select === select) return known.part
    const part = select(state)
    // Lists with the same items count as the same.
    const kept = known && isSame(known.part, part) ? known.part : part
    last.current = { state, select, part: kept }
    return kept
  }, [store, select])
  return useSyncExternalStore(store.subscribe, get)
}

function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false
  return one.every((item, index) => Object.is(item, other[index]))
}
