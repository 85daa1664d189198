import type { ReactNode } from 'react'
import styles from './section.module.css'

/** A link that is only a picture, in the head of a section. */
export function SectionLink({ href, label, children }: { href: string; label: string; children: ReactNode }) {
  return (
    <a className={styles.action} href={href} aria-label={label} title={label}>
      {children}
    </a>
  )
}
