import { useQueries } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { Place } from '../../shell/place.ts'
import { useNarrowHash } from '../shell/route.ts'
import { useChat } from '../state/workspace.ts'
import { type Topic, topicsQuery } from '../topics/topics-query.ts'
import { findPlaces, type KnownTopic } from './find-places.ts'
import { recentStreams } from './recent-streams.ts'

/** Every place of the chat. */
export function usePlaces(): readonly Place[] {
  const state = useChat((chat) => chat)
  const hashOf = useNarrowHash()
  const topics = useRecentTopics()
  return useMemo(() => findPlaces(state, topics, hashOf), [state, topics, hashOf])
}

/** The topics of the streams that were read recently. */
function useRecentTopics(): readonly KnownTopic[] {
  const me = useChat((state) => state.me.userId)
  const subscriptions = useChat((state) => state.subscriptions)
  const streamIds = useMemo(
    () => recentStreams(me).filter((id) => subscriptions.has(id)),
    [me, subscriptions],
  )
  const queries = useMemo(() => streamIds.map((id) => topicsQuery(id)), [streamIds])
  // An error is not shown: the other places can still be found.
  const combine = useCallback(
    (results: readonly { data: readonly Topic[] | undefined }[]) =>
      results.flatMap(({ data = [] }, index) =>
        data.map((topic): KnownTopic => ({ streamId: streamIds[index]!, ...topic })),
      ),
    [streamIds],
  )
  return useQueries({ queries, combine })
}
