import { useEffect } from 'react'
import { useComposer } from '../drafts/composer.ts'
import { useNarrowHash } from '../narrows/route.ts'
import { topicKey } from '../state/conversation.ts'
import { destinationKey, destinationOf } from '../state/destination.ts'
import type { Narrow } from '../state/narrow.ts'
import { useWorkspace } from '../state/workspace.ts'

/** When the open topic gets another name or moves to another stream, its reader goes along, and takes an unsent message along. */
export function useFollowTopic(narrow: Narrow | undefined): void {
  const { listen } = useWorkspace()
  const composer = useComposer()
  const hashOf = useNarrowHash()
  useEffect(() => {
    if (narrow?.kind !== 'topic') return
    const key = topicKey(narrow.streamId, narrow.topic)
    return listen((event) => {
      if (event.type !== 'update_message' || event.propagate_mode !== 'change_all') return
      const { stream_id: streamId, orig_subject: old, subject: topic } = event
      if (streamId === undefined || old === undefined || topic === undefined) return
      const moved = { kind: 'topic', streamId: event.new_stream_id ?? streamId, topic } as const
      if (topicKey(streamId, old) !== key || topicKey(moved.streamId, topic) === key) return
      if (destinationKey(composer.store.get().destination) === key) composer.redirect(destinationOf(moved))
      // The old name leads nowhere: it does not stay in the history.
      location.replace(hashOf(moved))
    })
  }, [listen, composer, hashOf, narrow])
}
