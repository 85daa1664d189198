import { useSyncExternalStore } from 'react'
import { useWorkspace } from '../../chat/state/workspace.ts'

/** Another one after the server has lost the queue: what events would have told must be fetched anew. */
export function useGeneration(): number {
  const { generation } = useWorkspace()
  return useSyncExternalStore(generation.subscribe, generation.get)
}
