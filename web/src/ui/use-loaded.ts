import { useCallback, useEffect, useState } from 'react'

export interface Loaded<Value> {
  value: Value | undefined
  error: unknown
  loading: boolean
  /** Fetches again; what is shown stays until the new is there. */
  reload: () => void
}

/** What a view fetches when it opens and whenever `key` changes. */
export function useLoaded<Value>(key: string, load: (signal: AbortSignal) => Promise<Value>): Loaded<Value> {
  const [state, setState] = useState<{ key: string; value?: Value; error?: unknown; loading: boolean }>({
    key,
    loading: true,
  })
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for everything that `load` uses
  useEffect(() => {
    const abort = new AbortController()
    setState((last) => ({ ...(last.key === key && { value: last.value as Value }), key, loading: true }))
    load(abort.signal).then(
      (value) => {
        if (!abort.signal.aborted) setState({ key, value, loading: false })
      },
      (error) => {
        if (!abort.signal.aborted) setState((last) => ({ ...last, error, loading: false }))
      },
    )
    return () => abort.abort()
  }, [key, turn])
  const reload = useCallback(() => setTurn((count) => count + 1), [])
  const current = state.key === key
  return {
    value: current ? state.value : undefined,
    error: current ? state.error : undefined,
    loading: current ? state.loading : true,
    reload,
  }
}
