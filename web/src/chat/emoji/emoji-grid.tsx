import { memo, type RefObject } from 'react'
import { useLanguage } from '../../texts/language.ts'
import { t } from '../../texts/texts.ts'
import type { Emoji } from './emoji-data.ts'
import styles from './emoji-grid.module.css'
import { EmojiImage } from './emoji-image.tsx'
import type { EmojiSection } from './emoji-sections.ts'
import { emojiKey } from './recent-emoji.ts'

interface EmojiGridProps {
  grid: RefObject<HTMLDivElement | null>
  sections: readonly EmojiSection[]
  onPick: (emoji: Emoji) => void
  /** The pointer or the focus is on it. */
  onShow: (emoji: Emoji) => void
}

/** Every emoji, by section. There are nearly two thousand, so it is rendered only when the sections change. */
export const EmojiGrid = memo(function EmojiGrid({ grid, sections, onPick, onShow }: EmojiGridProps) {
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
