import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/view-states.tsx'
import { requestCompose } from '../compose/compose-request.ts'
import { conversationOfNarrow, type Narrow, narrowIcon } from '../narrows/narrow.ts'

/** What would be here, and how to begin. */
export function EmptyNarrow({ narrow }: { narrow: Narrow }) {
  const { title, text } = t.messages.empty[narrow.kind]
  const Icon = narrowIcon(narrow)
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
