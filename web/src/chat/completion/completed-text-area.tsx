import {
  type KeyboardEvent,
  type RefObject,
  type TextareaHTMLAttributes,
  useEffect,
  useId,
  useMemo,
  useState,
} from 'react'
import { t } from '../../texts/texts.ts'
import { classNames } from '../../ui/class-names.ts'
import { type Emoji, loadEmoji } from '../emoji/emoji-data.ts'
import { chosenTone } from '../emoji/recent-emoji.ts'
import type { Destination } from '../state/destination.ts'
import { useChat } from '../state/workspace.ts'
import styles from './completed-text-area.module.css'
import { type CompletionQuery, findQuery } from './completion-query.ts'
import { findCompletions } from './find-completions.ts'
import type { Completion } from './suggestion.ts'
import { SuggestionList, useChooser } from './suggestion-list.tsx'
import { applyEdit } from './text-edit.ts'
import { useTopicNames } from './use-topic-names.ts'

const none: readonly Completion[] = []

interface CompletedTextAreaProps
  extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'value' | 'onKeyDown'> {
  label: string
  area: RefObject<HTMLTextAreaElement | null>
  value: string
  onWrite: (value: string) => void
  /** Decides which users are suggested first. */
  destination: Destination
  /** Asks for the question and the options of a poll; without it, its command is only completed. */
  onPoll?: (() => void) | undefined
  /** The keys that the list of suggestions does not handle. */
  onKey?: (event: KeyboardEvent<HTMLTextAreaElement>) => unknown
}

/** A text area that completes users, streams, topics and emoji, and grows with its content. */
export function CompletedTextArea(props: CompletedTextAreaProps) {
  const { label, area, value, onWrite, destination, onPoll, onKey, className, onSelect, ...rest } = props
  const listId = useId()
  const [cursor, setCursor] = useState(0)
  const [dismissed, setDismissed] = useState<number>()
  const found = findQuery(value, cursor)
  // A closed list stays closed for the same word and opens again for the next one.
  if (dismissed !== undefined && found?.start !== dismissed) setDismissed(undefined)
  const query = found && found.start !== dismissed ? found : undefined
  const completions = useCompletions(query, destination)
  const chooser = useChooser<Completion>({
    listId,
    items: completions,
    query: `${query?.start} ${query?.text}`,
    onChoose({ insert, isPoll }) {
      if (!area.current || !query) return
      const opens = isPoll && onPoll
      applyEdit(area.current, { start: query.start, end: cursor, text: opens ? '' : insert })
      if (opens) onPoll()
    },
    onDismiss: () => setDismissed(query?.start),
  })
  const follow = () => {
    const { selectionStart = 0, selectionEnd = 0 } = area.current ?? {}
    setCursor(selectionStart === selectionEnd ? selectionStart : 0)
  }
  const isOpen = completions.length > 0
  return (
    <div className={styles.frame}>
      <SuggestionList chooser={chooser} label={t.compose.suggestionList} />
      {/* The copy behind it gives it its height. */}
      <div className={styles.copy} aria-hidden="true">{`${value}\n`}</div>
      <textarea
        {...rest}
        ref={area}
        rows={1}
        aria-label={label}
        aria-autocomplete="list"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen && chooser.active ? chooser.idOf(chooser.active) : undefined}
        className={classNames(styles.area, className)}
        value={value}
        onChange={(event) => {
          onWrite(event.target.value)
          follow()
        }}
        onSelect={(event) => {
          follow()
          onSelect?.(event)
        }}
        onKeyDown={(event) => {
          if (!chooser.onKey(event)) onKey?.(event)
        }}
        onBlur={(event) => {
          setCursor(0)
          rest.onBlur?.(event)
        }}
        onFocus={(event) => {
          follow()
          rest.onFocus?.(event)
        }}
      />
    </div>
  )
}

/** The suggestions for a query. */
function useCompletions(query: CompletionQuery | undefined, destination: Destination): readonly Completion[] {
  const state = useChat((all) => all)
  const emoji = useEmojiOnce(query?.kind === 'emoji')
  const named = query?.kind === 'topic' ? query.stream : undefined
  const streamId = useMemo(
    () => [...state.streams.values()].find(({ name }) => name === named)?.stream_id,
    [state.streams, named],
  )
  const topics = useTopicNames(streamId)
  return useMemo(
    () => (query ? findCompletions(query, { state, destination, emoji, topics }) : none),
    [query, state, destination, emoji, topics],
  )
}

/** The table is large: it is loaded with the first colon. */
function useEmojiOnce(wanted: boolean): readonly Emoji[] {
  const own = useChat((state) => state.emoji)
  const me = useChat((state) => state.me.userId)
  const [all, setAll] = useState<readonly Emoji[]>([])
  useEffect(() => {
    if (!wanted) return
    let gone = false
    void loadEmoji(own, chosenTone(me)).then((emoji) => {
      if (!gone) setAll(emoji)
    })
    return () => {
      gone = true
    }
  }, [own, me, wanted])
  return all
}
