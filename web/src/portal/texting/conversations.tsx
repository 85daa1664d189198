import { MessageSquareText } from 'lucide-react'
import { useDeferredValue, useEffect, useEffectEvent, useState } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { ConversationList } from './conversation-list.tsx'
import { ConversationView } from './conversation-view.tsx'
import styles from './conversations.module.css'
import type { ConversationOrder } from './sort-conversations.ts'
import { type ConversationList as List, useConversations } from './use-conversations.ts'

/** The list, and the open conversation beside it. A phone shows one of them. */
export function Conversations({ openId }: { openId: string | undefined }) {
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
