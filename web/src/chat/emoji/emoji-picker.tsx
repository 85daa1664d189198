import {
  Building2,
  Clock3,
  Flag,
  Hash,
  Lightbulb,
  type LucideIcon,
  PawPrint,
  Plane,
  Smile,
  Trophy,
  User,
  UtensilsCrossed,
} from 'lucide-react'
import {
  type KeyboardEvent,
  memo,
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useLanguage } from '../../texts/language.ts'
import { t } from '../../texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { listKeys } from '../../ui/list-keys.ts'
import { useChat } from '../state/workspace.ts'
import { type Emoji, loadEmoji, skinTones } from './emoji-data.ts'
import { EmojiImage } from './emoji-image.tsx'
import styles from './emoji-picker.module.css'
import { type EmojiSection, type SectionName, sectionsOf, stepFrom } from './emoji-sections.ts'
import { chosenTone, emojiKey, recentEmoji, rememberEmoji, rememberTone } from './recent-emoji.ts'

const COLUMNS = 8

interface EmojiPickerProps {
  onPick: (emoji: Emoji) => void
}

/**
 * A field to search in, and every emoji by category. The arrows lead from the field into the grid and back, Enter takes
 * the first one found, and whoever shows the picker closes it on Escape.
 */
export function EmojiPicker({ onPick }: EmojiPickerProps) {
  const me = useChat((state) => state.me.userId)
  const [tone, setTone] = useState(() => chosenTone(me))
  const all = useEmoji(tone)
  const [recent] = useState(() => recentEmoji(me))
  const [query, setQuery] = useState('')
  const [shown, setShown] = useState<Emoji>()
  const root = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const sections = useMemo(() => sectionsOf(all, query, recent), [all, query, recent])
  // Many are drawn while the user continues to type.
  const drawn = useDeferredValue(sections)
  const latest = useRef(onPick)
  latest.current = onPick
  const pick = useCallback(
    (emoji: Emoji) => {
      rememberEmoji(me, emoji)
      latest.current(emoji)
    },
    [me],
  )
  const focusField = () => root.current?.querySelector('input')?.focus()

  function onKey(event: KeyboardEvent) {
    const { key } = event
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const buttons = [...(grid.current?.querySelectorAll('button') ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    const isInField = document.activeElement instanceof HTMLInputElement
    const first = sections[0]?.emoji[0]
    if (isInField && key === 'Enter') {
      event.preventDefault()
      if (first) pick(first)
    } else if (isInField && key === 'ArrowDown') {
      event.preventDefault()
      buttons[0]?.focus()
    } else if (at >= 0 && isArrow(key)) {
      event.preventDefault()
      const next = stepFrom(drawn, at, key, COLUMNS)
      if (next === undefined) focusField()
      else buttons[next]?.focus()
      // The key then writes into the field.
    } else if (at >= 0 && key.length === 1 && key !== ' ') focusField()
  }
  function goTo(name: SectionName) {
    const section = grid.current?.querySelector(`[data-section="${name}"]`)
    section?.scrollIntoView({ block: 'start' })
    section?.querySelector('button')?.focus({ preventScroll: true })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are for the field and the buttons in it
    <div ref={root} className={styles.picker} onKeyDown={onKey}>
      <TextField
        label={t.actions.findEmoji}
        hideLabel
        placeholder={t.actions.findEmoji}
        autoFocus
        autoComplete="off"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      {query === '' && <CategoryBar sections={sections} onChoose={goTo} />}
      <EmojiGrid grid={grid} sections={drawn} onPick={pick} onShow={setShown} />
      <div className={styles.foot}>
        <p className={styles.shown} aria-hidden="true">
          {all.length > 0 && sections.length === 0 && t.actions.noEmoji}
          {sections.length > 0 && shown && (
            <>
              <EmojiImage {...shown} />
              <span>{`:${shown.name}:`}</span>
            </>
          )}
        </p>
        <ToneBar
          tone={tone}
          onChoose={(next) => {
            rememberTone(me, next)
            setTone(next)
          }}
        />
      </div>
      <span className="visually-hidden" role="status">
        {all.length > 0 && sections.length === 0 && t.actions.noEmoji}
      </span>
    </div>
  )
}

function isArrow(key: string): key is Parameters<typeof stepFrom>[2] {
  return ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].includes(key)
}

/** All emoji. Empty until the table is loaded, which starts with the first use. */
function useEmoji(tone: string): readonly Emoji[] {
  const own = useChat((state) => state.emoji)
  const [all, setAll] = useState<readonly Emoji[]>([])
  useEffect(() => {
    let gone = false
    void loadEmoji(own, tone).then((emoji) => {
      if (!gone) setAll(emoji)
    })
    return () => {
      gone = true
    }
  }, [own, tone])
  return all
}

const HAND = '\u270b'

/** The colour of hands and faces, for this browser. */
function ToneBar({ tone, onChoose }: { tone: string; onChoose: (tone: string) => void }) {
  return (
    <div ref={listKeys} className={styles.tones} role="toolbar" aria-label={t.emoji.skinTone}>
      {['', ...skinTones].map((one, index) => (
        <IconButton
          key={one}
          label={t.emoji.skinTones[index]!}
          pressed={one === tone}
          onClick={() => onChoose(one)}
        >
          <EmojiImage character={HAND + one} />
        </IconButton>
      ))}
    </div>
  )
}

const icons: Record<Exclude<SectionName, 'found'>, LucideIcon> = {
  recent: Clock3,
  own: Building2,
  'Smileys & Emotion': Smile,
  'People & Body': User,
  'Animals & Nature': PawPrint,
  'Food & Drink': UtensilsCrossed,
  'Travel & Places': Plane,
  Activities: Trophy,
  Objects: Lightbulb,
  Symbols: Hash,
  Flags: Flag,
}

interface CategoryBarProps {
  sections: readonly EmojiSection[]
  onChoose: (name: SectionName) => void
}

/** Goes to a category. */
function CategoryBar({ sections, onChoose }: CategoryBarProps) {
  return (
    <div ref={listKeys} className={styles.bar} role="toolbar" aria-label={t.emoji.categories}>
      {sections.map(({ name }) => {
        if (name === 'found') return null
        const Icon = icons[name]
        return (
          <IconButton key={name} label={t.emoji.sections[name]} onClick={() => onChoose(name)}>
            <Icon />
          </IconButton>
        )
      })}
    </div>
  )
}

interface EmojiGridProps {
  grid: RefObject<HTMLDivElement | null>
  sections: readonly EmojiSection[]
  onPick: (emoji: Emoji) => void
  /** The pointer or the focus is on it. */
  onShow: (emoji: Emoji) => void
}

/** Every emoji, by section. There are nearly two thousand, so it is rendered only when the sections change. */
const EmojiGrid = memo(function EmojiGrid({ grid, sections, onPick, onShow }: EmojiGridProps) {
  useLanguage()
  return (
    <div ref={grid} className={styles.sections}>
      {sections.map(({ name, emoji: list }, at) => (
        <section
          key={name}
          data-section={name}
          aria-label={t.emoji.sections[name]}
          className={styles.section}
        >
          {name !== 'found' && <h3 className={styles.title}>{t.emoji.sections[name]}</h3>}
          <div className={styles.grid}>
            {list.map((emoji, index) => (
              <button
                key={emojiKey(emoji)}
                type="button"
                className={styles.emoji}
                // Tab leads to the first; arrows lead to the others.
                tabIndex={at === 0 && index === 0 ? 0 : -1}
                aria-label={emoji.name.replaceAll('_', ' ')}
                onClick={() => onPick(emoji)}
                onFocus={() => onShow(emoji)}
                onPointerEnter={() => onShow(emoji)}
              >
                <EmojiImage {...emoji} />
              </button>
            ))}
          </div>
        </section>
      ))}
    </div>
  )
})
