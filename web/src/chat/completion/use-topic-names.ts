import { useQuery } from '@tanstack/react-query'
import { type Topic, topicsQuery } from '../state/topics-query.ts'

/** Names of the topics of a stream, the newest first. Empty until they are loaded, and without a stream. */
export function useTopicNames(streamId: number | undefined): readonly string[] {
  // An error is not shown: the user can still type a name.
  const { data } = useQuery({ ...topicsQuery(streamId), select: namesOf })
  return data ?? none
}

const namesOf = (topics: readonly Topic[]) => topics.map(({ name }) => name)
const none: readonly string[] = []
