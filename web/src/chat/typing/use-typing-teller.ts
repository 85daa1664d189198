import { useEffect, useMemo } from 'react'
import { useWorkspace } from '../state/workspace.ts'
import { createTypingTeller } from './typing-teller.ts'

export function useTypingTeller() {
  const { state } = useWorkspace()
  const teller = useMemo(() => createTypingTeller(state.get().me.userId, () => state.get().settings), [state])
  useEffect(() => () => teller.stop(), [teller])
  return teller
}
