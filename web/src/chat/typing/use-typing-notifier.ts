import { useEffect, useMemo } from 'react'
import { useWorkspace } from '../state/workspace.ts'
import { createTypingNotifier } from './typing-notifier.ts'

export function useTypingNotifier() {
  const { state } = useWorkspace()
  const notifier = useMemo(
    () => createTypingNotifier(state.get().me.userId, () => state.get().settings),
    [state],
  )
  useEffect(() => () => notifier.stop(), [notifier])
  return notifier
}
