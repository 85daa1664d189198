import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { TextField } from '../../ui/field.tsx'
import { type Emoji, findEmoji } from './emoji-data.ts'
import { EmojiImage } from './emoji-image.tsx'
import styles from './emoji-picker.module.css'
import { useEmoji } from './use-emoji.ts'

const MOST = 160
const COLUMNS = 8

/** A field to search in and a grid to choose from; arrows move in the grid, Enter takes the first one found. */
export function EmojiPicker({ onPick, onClose }: { onPick: (emoji: Emoji) => void; onClose: () => void }) {
  const all = useEmoji()
  const [query, setQuery] = useState('')
  const grid = useRef<HTMLDivElement>(null)
  const found = useMemo(() => findEmoji(all, query, MOST), [all, query])

  function move(event: KeyboardEvent) {
    event.stopPropagation()
    if (event.key === 'Escape') return onClose()
    const buttons = [...(grid.current?.querySelectorAll('button') ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    if (event.key === 'Enter' && at < 0) {
      event.preventDefault()
      if (found[0]) onPick(found[0])
      return
    }
    const inField = at < 0
    const steps: Record<string, number> = inField
      ? { ArrowDown: 1 }
      : { ArrowDown: COLUMNS, ArrowUp: -COLUMNS, ArrowRight: 1, ArrowLeft: -1 }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    buttons[Math.max(0, Math.min(buttons.length - 1, at + step))]?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are for the field and the buttons in it
    <div className={styles.picker} onKeyDown={move}>
      <TextField
        label={t.actions.findEmoji}
        hideLabel
        placeholder={t.actions.findEmoji}
        autoFocus
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <div ref={grid} className={styles.grid}>
        {found.map((emoji) => (
          <button
            key={`${emoji.type} ${emoji.code} ${emoji.name}`}
            type="button"
            className={styles.emoji}
            title={`:${emoji.name}:`}
            aria-label={emoji.name.replaceAll('_', ' ')}
            onClick={() => onPick(emoji)}
          >
            <EmojiImage {...emoji} />
          </button>
        ))}
      </div>
      {all.length > 0 && found.length === 0 && <p className={styles.none}>{t.actions.noEmoji}</p>}
    </div>
  )
}
