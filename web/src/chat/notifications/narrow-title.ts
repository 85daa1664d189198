import { t } from '../../texts/texts.ts'
import type { Narrow } from '../narrows/narrow.ts'
import { namesOf } from '../people/names-of.ts'
import type { ChatState } from '../state/chat-state.ts'

/** What is looked at, in a few words. */
export function narrowTitle(state: ChatState, narrow: Narrow): string {
  const streamOf = (id: number) => `#${state.streams.get(id)?.name ?? id}`
  switch (narrow.kind) {
    case 'all':
      return t.sidebar.allMessages
    case 'stream':
      return streamOf(narrow.streamId)
    case 'topic':
      return `${streamOf(narrow.streamId)} › ${narrow.topic || t.sidebar.noTopicName}`
    case 'direct':
      return namesOf(state, narrow.userIds)
    case 'directs':
      return t.sidebar.directs
    case 'starred':
      return t.sidebar.starred
    case 'mentioned':
      return t.sidebar.mentions
    case 'search':
      return t.notifications.search
  }
}
