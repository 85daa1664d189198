import { MessageSquarePlus, MessageSquareText } from 'lucide-react'
import { useDeferredValue, useEffect, useEffectEvent, useState } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { CountBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { linkTo, portalFilter } from '../shell/portal-path.ts'
import { useUnreadTexts } from '../shell/use-unread.ts'
import { NewConversationDialog } from '../texting-contacts/new-conversation-dialog.tsx'
import { TextingContacts } from '../texting-contacts/texting-contacts.tsx'
import { TextingNumbers } from '../texting-numbers/texting-numbers.tsx'
import { ConversationList } from './conversation-list.tsx'
import { ConversationView } from './conversation-view.tsx'
import styles from './texting-page.module.css'
import {
  type ConversationOrder,
  type ConversationList as List,
  useConversations,
} from './use-conversations.ts'

/** /portal/texting, /portal/texting/<conversation>, /portal/texting/contacts, /portal/texting/numbers */
export function TextingPage({ path: [place] }: { path: readonly string[] }) {
  const unread = useUnreadTexts().data?.total ?? 0
  // The chat links here from the profile of a person.
  const [to, setTo] = useState(() => portalFilter('to'))
  const [starting, setStarting] = useState(to !== null)
  const isConversations = place !== 'contacts' && place !== 'numbers'
  const isOpen = isConversations && place !== undefined
  return (
    <div className={styles.page}>
      <header className={classNames(styles.header, isOpen && styles.behind)}>
        <div className={styles.title}>
          <h1>
            {p.shell.sections.texting}{' '}
            <CountBadge count={unread} label={p.texting.unreadConversations(unread)} />
          </h1>
          <Button look="primary" icon={<MessageSquarePlus />} onClick={() => setStarting(true)}>
            {p.texting.newConversation}
          </Button>
        </div>
        <LinkTabs
          label={p.texting.pagesLabel}
          tabs={[
            { label: p.texting.conversations, current: isConversations, link: linkTo('texting') },
            { label: p.texting.contacts, current: place === 'contacts', link: linkTo('texting', 'contacts') },
            { label: p.texting.numbers, current: place === 'numbers', link: linkTo('texting', 'numbers') },
          ]}
        />
      </header>
      {isConversations && <Conversations openId={place} />}
      {!isConversations && (
        <div className={styles.pane}>{place === 'contacts' ? <TextingContacts /> : <TextingNumbers />}</div>
      )}
      {starting && (
        <NewConversationDialog
          recipients={to === null ? [] : [{ number: to, name: showNumber(to) }]}
          onClose={() => {
            setStarting(false)
            setTo(null)
          }}
        />
      )}
    </div>
  )
}

/** The list, and the open conversation beside it. A phone shows one of them. */
function Conversations({ openId }: { openId: string | undefined }) {
  const [search, setSearch] = useState('')
  const [order, setOrder] = useState<ConversationOrder>('last_activity')
  const list = useConversations(useDeferredValue(search.trim()), order)
  return (
    <div className={classNames(styles.panes, openId !== undefined && styles.open)}>
      <ConversationList {...{ list, openId, search, order }} onSearch={setSearch} onOrder={setOrder} />
      <div className={styles.view}>
        {openId === undefined ? (
          <EmptyState icon={<MessageSquareText />} title={p.texting.chooseConversation}>
            {p.texting.chooseConversationHint}
          </EmptyState>
        ) : (
          <OpenConversation key={openId} id={openId} list={list} />
        )}
      </div>
    </div>
  )
}

/** The address may name a conversation that is not in the list, or does not exist. */
function OpenConversation({ id, list }: { id: string; list: List }) {
  const known = list.find(id)
  const isMissing = known === undefined && !list.loading
  const { refresh } = list
  const onMissing = useEffectEvent(() => refresh(id))
  useEffect(() => {
    if (isMissing) onMissing()
  }, [isMissing])
  if (!known) return <LoadingState />
  if ('error' in known) return <ErrorState error={known.error} onRetry={() => refresh(id)} />
  if ('gone' in known)
    return <EmptyState title={p.texting.noSuchConversation}>{p.texting.noSuchConversationHint}</EmptyState>
  return <ConversationView conversation={known.conversation} list={list} />
}
