import { CheckCheck, Inbox } from 'lucide-react'
import { useRef } from 'react'
import { t } from '../../texts/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { markNarrowRead } from '../pane-header/conversation-actions.ts'
import paneStyles from '../pane-header/pane-header.module.css'
import { unreadCounts } from '../state/unread.ts'
import { useChat } from '../state/workspace.ts'
import styles from './inbox.module.css'
import { RecentSection } from './recent-section.tsx'
import { UnreadSection } from './unread-section.tsx'
import { useRecentConversations } from './use-recent-conversations.ts'
import { useRowKeys } from './use-row-keys.ts'

/** Where the chat starts: the conversations with unread messages, and the recent ones. */
export function InboxPage() {
  const total = useChat((state) => unreadCounts(state).total)
  const { recent, error, reload, more, isLoadingMore } = useRecentConversations()
  const page = useRef<HTMLDivElement>(null)
  useRowKeys(page)
  return (
    <>
      <header className={paneStyles.header}>
        <h1 className={paneStyles.title}>
          <Inbox aria-hidden="true" />
          <span>{t.inbox.title}</span>
        </h1>
        <div className={paneStyles.actions}>
          {total > 0 && (
            <IconButton label={t.inbox.markAllRead} onClick={() => void markNarrowRead({ kind: 'all' })}>
              <CheckCheck />
            </IconButton>
          )}
        </div>
      </header>
      <div ref={page} className={styles.page}>
        <UnreadSection recent={recent ?? []} />
        {recent ? <RecentSection recent={recent} /> : error === null && <LoadingState />}
        {error !== null && <ErrorState error={error} onRetry={reload} />}
        {more && (
          <Button look="quiet" busy={isLoadingMore} onClick={more}>
            {t.inbox.more}
          </Button>
        )}
      </div>
    </>
  )
}
