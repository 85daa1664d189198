import { useState } from 'react'

export interface Submit {
  busy: boolean
  error: unknown
  /** Runs it unless it is already running. Returns whether it succeeded. */
  run: (work: () => Promise<unknown>) => Promise<boolean>
  clear: () => void
}

/** The state of a form that is being sent. */
export function useSubmit(): Submit {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  return {
    busy,
    error,
    clear: () => setError(undefined),
    async run(work) {
      if (busy) return false
      setBusy(true)
      setError(undefined)
      try {
        await work()
        return true
      } catch (failure) {
        setError(failure)
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}
