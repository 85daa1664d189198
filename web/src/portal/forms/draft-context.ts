import { createContext, useContext, useEffect } from 'react'
import type { Draft } from './use-draft.ts'

export const DraftContext = createContext<Draft | undefined>(undefined)

/** The draft of the form around the field. */
export function useDraftField(pointer: string, kind: 'text' | 'number' = 'text'): Draft {
  const draft = useContext(DraftContext)
  if (!draft) throw new Error('Outside of a form')
  const { shown, numbers } = draft
  useEffect(() => {
    shown.add(pointer)
    if (kind === 'number') numbers.add(pointer)
    return () => {
      shown.delete(pointer)
    }
  }, [shown, numbers, pointer, kind])
  return draft
}
