import { callChat } from '../../api/chat-api.ts'
import { useLoaded } from '../../ui/use-loaded.ts'

/** Names of the topics of a stream, the newest first; empty until they are loaded, and where there is no stream. */
export function useTopicNames(streamId: number | undefined): readonly string[] {
  const loaded = useLoaded(`topics ${streamId}`, async (signal) => {
    if (streamId === undefined) return none
    const { topics } = await callChat('GET /users/me/{stream_id}/topics', { stream_id: streamId }, { signal })
    return topics.map(({ name }) => name)
  })
  // Without them one types the name: nothing to complain about.
  return loaded.value ?? none
}

const none: readonly string[] = []
