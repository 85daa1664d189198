import { useQuery } from '@tanstack/react-query'
import { callChat } from '../../api/chat-api.ts'
import { chatKeys } from '../state/chat-keys.ts'
import { useChat } from '../state/workspace.ts'

/** Which streams have a texting number. Guests do not ask. */
export function useTiedNumbers() {
  const isGuest = useChat((state) => state.me.isGuest)
  return useQuery({
    queryKey: chatKeys.numbers,
    queryFn: async ({ signal }) => (await callChat('GET /workspace/numbers', {}, { signal })).numbers,
    enabled: !isGuest,
  })
}

/** undefined: none, or not known yet. */
export function useNumberOfStream(streamId: number | undefined): string | undefined {
  const { data } = useTiedNumbers()
  return data?.find((tied) => tied.stream_id === streamId)?.number
}
