import type { Emoji } from './emoji-data.ts'
import styles from './emoji-image.module.css'

/** One emoji: a character, or a custom image. The caller provides its accessible name. */
export function EmojiImage({ character, url }: Pick<Emoji, 'character' | 'url'>) {
  if (url) return <img className={styles.image} src={url} alt="" />
  return (
    <span className={styles.character} aria-hidden="true">
      {character}
    </span>
  )
}
