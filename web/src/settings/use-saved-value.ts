import { useState } from 'react'

export interface SavedValue<Value> {
  /** What is on the way to the server, else what holds. */
  shown: Value
  error: unknown
  change: (value: Value) => void
}

/** A value that is stored when it is chosen. When that fails it is as before, and the error says why. */
export function useSavedValue<Value>(
  value: Value,
  save: (value: Value) => Promise<unknown>,
): SavedValue<Value> {
  const [pending, setPending] = useState<{ value: Value }>()
  const [error, setError] = useState<unknown>()
  async function change(wanted: Value) {
    setPending({ value: wanted })
    setError(undefined)
    try {
      await save(wanted)
    } catch (failure) {
      setError(failure)
    } finally {
      setPending(undefined)
    }
  }
  return { shown: pending ? pending.value : value, error, change: (wanted) => void change(wanted) }
}
