import { t } from '../../texts/texts.ts'
import type { ChatState } from '../state/chat-state.ts'
import { isTopicMuted } from '../state/unread.ts'
import { useChat } from '../state/workspace.ts'
import { ConversationRow } from './conversation-row.tsx'
import styles from './inbox.module.css'
import type { RecentConversation } from './recent-query.ts'

/** Conversations without unread messages, the newest first. Muted ones are left out. */
export function RecentSection({ recent }: { recent: readonly RecentConversation[] }) {
  const state = useChat((chat) => chat)
  const shown = recent.filter((one) => !state.unread.conversations.has(one.key) && !isMuted(state, one))
  return (
    <section aria-labelledby="inbox-recent" className={styles.section}>
      <h2 id="inbox-recent">{t.inbox.recent}</h2>
      {shown.length === 0 && <p className={styles.done}>{t.inbox.nothingRecent}</p>}
      <ul aria-label={t.inbox.recent}>
        {shown.map((one) => (
          <ConversationRow key={one.key} conversation={one.conversation} last={one} />
        ))}
      </ul>
    </section>
  )
}

function isMuted(state: ChatState, { conversation }: RecentConversation): boolean {
  if (conversation.kind === 'topic') return isTopicMuted(state, conversation.streamId, conversation.topic)
  return conversation.userIds.every((id) => state.mutedUsers.has(id))
}
