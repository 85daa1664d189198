import { AtSign, Inbox, MessageSquare, Search, Star } from 'lucide-react'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/view-states.tsx'
import { requestCompose } from '../compose/compose-request.ts'
import { conversationOfNarrow, type Narrow } from '../narrows/narrow.ts'

const icons = {
  all: Inbox,
  stream: MessageSquare,
  topic: MessageSquare,
  direct: MessageSquare,
  directs: MessageSquare,
  starred: Star,
  mentioned: AtSign,
  search: Search,
}

/** What would be here, and how to begin. */
export function EmptyNarrow({ narrow }: { narrow: Narrow }) {
  const { title, text } = t.messages.empty[narrow.kind]
  const Icon = icons[narrow.kind]
  const conversation = conversationOfNarrow(narrow)
  const write = conversation && (
    <Button onClick={() => requestCompose({ conversation })}>{t.messages.writeFirst}</Button>
  )
  return (
    <EmptyState icon={<Icon />} title={title} action={write}>
      {text}
    </EmptyState>
  )
}
