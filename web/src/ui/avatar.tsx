import { useState } from 'react'
import styles from './avatar.module.css'
import { classNames } from './class-names.ts'

interface AvatarProps {
  /** Without a picture, or when it does not arrive: the initials. */
  url?: string | null | undefined
  name: string
  size?: 'small' | 'medium' | 'large'
  presence?: 'available' | 'away' | 'do_not_disturb' | 'offline' | undefined
}

/** Decorative: the name is always beside it. */
export function Avatar({ url, name, size = 'medium', presence }: AvatarProps) {
  const [missing, setMissing] = useState<string>()
  return (
    <span className={classNames(styles.avatar, styles[size])} aria-hidden="true">
      {url && url !== missing ? (
        <img src={url} alt="" loading="lazy" onError={() => setMissing(url)} />
      ) : (
        <span className={styles.initials}>{initialsOf(name)}</span>
      )}
      {presence && presence !== 'offline' && <span className={classNames(styles.dot, styles[presence])} />}
    </span>
  )
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => [...(word ?? '')][0] ?? '',
  )
  return letters.join('').toUpperCase() || '?'
}
