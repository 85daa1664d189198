import type { Conversation } from '@switchboard/client/telephony'
import { MessagesSquare, Pin } from 'lucide-react'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { CountBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { listKeys } from '../../ui/list-keys.ts'
import { shortTime } from '../../ui/times.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { linkTo } from '../shell/portal-path.ts'
import { conversationTitle } from '../texting-contacts/conversation-title.ts'
import styles from './conversation-list.module.css'
import type { ConversationOrder, ConversationList as List } from './use-conversations.ts'

interface ConversationListProps {
  list: List
  openId: string | undefined
  /** as typed; the list may still be that of the text before */
  search: string
  onSearch: (search: string) => void
  order: ConversationOrder
  onOrder: (order: ConversationOrder) => void
}

export function ConversationList({ list, openId, search, onSearch, order, onOrder }: ConversationListProps) {
  return (
    <section className={styles.list} aria-label={p.texting.conversations}>
      <div className={styles.tools}>
        <TextField
          label={p.texting.searchConversations}
          hideLabel
          type="search"
          placeholder={t.ui.search}
          maxLength={200}
          value={search}
          onChange={(event) => onSearch(event.target.value)}
        />
        <SelectField
          label={p.texting.order}
          hideLabel
          value={order}
          onChange={(event) => onOrder(event.target.value as ConversationOrder)}
        >
          {Object.entries(p.texting.orders).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectField>
      </div>
      <Rows list={list} openId={openId} search={search} />
    </section>
  )
}

function Rows({ list, openId, search }: Pick<ConversationListProps, 'list' | 'openId' | 'search'>) {
  if (list.loading) return <LoadingState />
  if (list.error !== undefined) return <ErrorState error={list.error} onRetry={list.reload} />
  if (list.items.length === 0)
    return search === '' ? (
      <EmptyState icon={<MessagesSquare />} title={p.texting.noConversations}>
        {p.texting.noConversationsHint}
      </EmptyState>
    ) : (
      <EmptyState title={p.texting.nothingFound}>{p.texting.nothingFoundHint(search)}</EmptyState>
    )
  return (
    <>
      <ul ref={listKeys}>
        {list.items.map((conversation) => {
          const { id, unread_msg_count: unread, pinned_at: pinnedAt } = conversation
          const title = conversationTitle(conversation)
          return (
            <li key={id}>
              <a
                {...linkTo('texting', id)}
                className={classNames(styles.row, unread > 0 && styles.unread)}
                aria-current={id === openId ? 'true' : undefined}
              >
                <Avatar name={title.replace(/^\+[\d ]+$/, '#')} />
                <span className={styles.title}>{title}</span>
                <span className={styles.time}>
                  {pinnedAt !== null && (
                    <>
                      <Pin aria-hidden="true" />
                      <span className="visually-hidden">{p.texting.pinned} </span>
                    </>
                  )}
                  {shortTime(new Date(conversation.last_message_created_at ?? conversation.created_at))}
                </span>
                <span className={styles.last}>{lastMessageText(conversation)}</span>
                <CountBadge count={unread} label={p.texting.unreadMessages(unread)} />
              </a>
            </li>
          )
        })}
      </ul>
      {list.hasMore && (
        <Button look="quiet" onClick={list.more}>
          {p.texting.showMore}
        </Button>
      )}
    </>
  )
}

/** The newest message in one line. */
function lastMessageText({ lastmessage: last }: Conversation): string {
  if (!last) return p.texting.noMessagesYet
  const text = last.text || p.texting.attachments(last.files.length)
  return last.direction === 'outbound' ? `${p.texting.you}: ${text}` : text
}
