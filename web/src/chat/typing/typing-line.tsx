import { useEffect, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { conversationOfNarrow, type Narrow } from '../narrows/narrow.ts'
import { conversationKey } from '../state/conversation.ts'
import { useChat } from '../state/workspace.ts'
import styles from './typing-line.module.css'

/** Who is writing in the conversation that one looks at. */
export function TypingLine({ narrow }: { narrow: Narrow }) {
  const conversation = conversationOfNarrow(narrow)
  const key = conversation && conversationKey(conversation)
  const writers = useChat((state) => (key === undefined ? undefined : state.typing.get(key)))
  const people = useChat((state) => state.people)
  const muted = useChat((state) => state.mutedUsers)
  const [now, setNow] = useState(Date.now())
  const shown = [...(writers ?? [])].filter(([id, until]) => until > now && !muted.has(id))
  const next = Math.min(...shown.map(([, until]) => until))
  // Nobody tells that somebody went away: the time does.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each writer sets the clock anew
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), Number.isFinite(next) ? next - Date.now() : 0)
    return () => clearTimeout(timer)
  }, [writers, next])
  const names = shown.map(([id]) => people.get(id)?.full_name ?? t.messages.unknownPerson)
  return (
    <p className={styles.line} role="status">
      {names.length > 0 && t.messages.writing(names)}
    </p>
  )
}
