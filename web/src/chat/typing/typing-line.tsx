import { useEffect, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { conversationKey } from '../state/conversation.ts'
import { conversationOfNarrow, type Narrow } from '../state/narrow.ts'
import { useChat } from '../state/workspace.ts'
import styles from './typing-line.module.css'

/** Who is typing in the conversation that is open. */
export function TypingLine({ narrow }: { narrow: Narrow }) {
  const conversation = conversationOfNarrow(narrow)
  const key = conversation && conversationKey(conversation)
  const writers = useChat((state) => (key === undefined ? undefined : state.typing.get(key)))
  const people = useChat((state) => state.people)
  const muted = useChat((state) => state.mutedUsers)
  const [now, setNow] = useState(Date.now())
  const shown = [...(writers ?? [])].filter(([id, until]) => until > now && !muted.has(id))
  const next = Math.min(...shown.map(([, until]) => until))
  // There may be no event when a writer goes away, so each entry expires.
  useEffect(() => {
    if (!Number.isFinite(next)) return
    const timer = setTimeout(() => setNow(Date.now()), next - Date.now())
    return () => clearTimeout(timer)
  }, [next])
  const names = shown.map(([id]) => people.get(id)?.full_name ?? t.messages.unknownPerson)
  return (
    <p className={styles.line} role="status">
      {names.length > 0 && t.messages.writing(names)}
    </p>
  )
}
