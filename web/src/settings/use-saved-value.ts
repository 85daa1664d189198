import { useState } from 'react'

export interface SavedValue<Value> {
  /** The value in flight, or the saved one. */
  shown: Value
  error: unknown
  change: (value: Value) => void
}

interface Pending<Value> {
  wanted: Value
  before: Value
  isStored: boolean
}

/**
 * A value that is stored when it is chosen. When that fails it is as before, and the error says why. The answer of the
 * server may come before the event that tells everybody: until then it does not fall back to what it was.
 */
export function useSavedValue<Value>(
  value: Value,
  save: (value: Value) => Promise<unknown>,
): SavedValue<Value> {
  const [pending, setPending] = useState<Pending<Value>>()
  const [error, setError] = useState<unknown>()
  if (pending?.isStored && value !== pending.before) setPending(undefined)
  async function change(wanted: Value) {
    const asked = { wanted, before: value, isStored: false }
    setPending(asked)
    setError(undefined)
    try {
      await save(wanted)
      setPending((now) => (now === asked ? { ...asked, isStored: true } : now))
    } catch (failure) {
      setError(failure)
      setPending(undefined)
    }
  }
  return { shown: pending ? pending.wanted : value, error, change: (wanted) => void change(wanted) }
}
