import { AtSign, Hash, Lock, MessageSquare, Slash, Users } from 'lucide-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { EmojiImage } from '../emoji/emoji-image.tsx'
import type { Suggestion } from './suggestion.ts'
import styles from './suggestion-list.module.css'

/** The list above a text that is completed in the middle. The text keeps the focus; the list shows which suggestion is active. */
export function SuggestionList<Item extends Suggestion>({
  chooser,
  label,
}: {
  chooser: Chooser<Item>
  label: string
}) {
  const { listId, items, active, idOf, choose } = chooser
  const activeId = active && idOf(active)
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  return (
    <>
      <SuggestionCount count={items.length} />
      {items.length > 0 && (
        <div id={listId} role="listbox" aria-label={label} className={styles.list}>
          {items.map((item) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the field
            <div
              key={item.key}
              id={idOf(item)}
              role="option"
              tabIndex={-1}
              aria-selected={item === active}
              className={styles.item}
              // The focus stays in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(item)}
            >
              <SuggestionContent {...item} />
            </div>
          ))}
        </div>
      )}
    </>
  )
}

export const suggestionStyles = styles

/** Said when it changes. */
export function SuggestionCount({ count }: { count: number }) {
  return (
    <span className="visually-hidden" role="status">
      {count > 0 && t.compose.suggestions(count)}
    </span>
  )
}

export function SuggestionContent({ picture, label, detail }: Suggestion) {
  return (
    <>
      <Picture picture={picture} label={label} />
      <span className={styles.texts}>
        <span className={styles.label}>{label}</span>
        {detail && <span className={styles.detail}>{detail}</span>}
      </span>
    </>
  )
}

function Picture({ picture, label }: Pick<Suggestion, 'picture' | 'label'>) {
  switch (picture.kind) {
    case 'person':
      return <Avatar url={picture.url} name={label} size="small" />
    case 'emoji':
      return <EmojiImage {...picture.emoji} />
    case 'group':
      return <Users />
    case 'everybody':
      return <AtSign />
    case 'stream':
      return <Hash />
    case 'private-stream':
      return <Lock />
    case 'topic':
      return <MessageSquare />
    case 'command':
      return <Slash />
  }
}

interface Chooser<Item> {
  listId: string
  items: readonly Item[]
  active: Item | undefined
  /** The id of an item in the page. */
  idOf: (item: Item) => string
  choose: (item: Item) => void
  /** Returns whether the list handled the key. */
  onKey: (event: KeyboardEvent) => boolean
}

interface ChooserOptions<Item> {
  listId: string
  items: readonly Item[]
  /** The query of the suggestions. With another query, the first one is active again. */
  query: string
  onChoose: (item: Item) => void
  onDismiss: () => void
}

/** A list that is chosen from while the focus stays in a field. */
export function useChooser<Item>({
  listId,
  items,
  query,
  onChoose,
  onDismiss,
}: ChooserOptions<Item>): Chooser<Item> {
  const [at, setAt] = useState({ query, index: 0 })
  const index = at.query === query ? Math.min(at.index, items.length - 1) : 0
  const active = items[index]

  function onKey(event: KeyboardEvent): boolean {
    if (!active || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey)
      return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setAt({ query, index: (index + step + items.length) % items.length })
    else if ((event.key === 'Enter' && !event.shiftKey) || (event.key === 'Tab' && !event.shiftKey))
      onChoose(active)
    else if (event.key === 'Escape') onDismiss()
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return {
    listId,
    items,
    active,
    idOf: (item) => `${listId}-${items.indexOf(item)}`,
    choose: onChoose,
    onKey,
  }
}
