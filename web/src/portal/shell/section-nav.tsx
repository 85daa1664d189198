import { useId } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { CountBadge } from '../../ui/badge.tsx'
import { classNames } from '../../ui/class-names.ts'
import nav from '../../ui/side-nav.module.css'
import { usePortal } from './portal-context.ts'
import { linkTo } from './portal-path.ts'
import { type Section, type SectionName, sectionGroups, sectionsFor } from './portal-sections.ts'
import styles from './section-nav.module.css'

/** The sections that this person may use. */
export function SectionNav({
  current,
  open,
  unread,
}: {
  current: string | undefined
  open: boolean
  unread: UnreadCounts
}) {
  const { role } = usePortal()
  const sections = sectionsFor(role)
  return (
    <nav className={classNames(styles.nav, open && styles.open)} aria-label={p.shell.sectionsLabel}>
      {sectionGroups.map((group) => (
        <SectionGroup
          key={group}
          title={p.shell.groups[group]}
          sections={sections.filter((section) => section.group === group)}
          current={current}
          unread={unread}
        />
      ))}
    </nav>
  )
}

/** How much is unread in a section. */
export type UnreadCounts = Partial<Record<SectionName, number>>

interface SectionGroupProps {
  title: string
  sections: readonly Section[]
  current: string | undefined
  unread: UnreadCounts
}

function SectionGroup({ title, sections, current, unread }: SectionGroupProps) {
  const id = useId()
  return (
    <div className={styles.group}>
      {title && (
        <p id={id} className={nav.title}>
          {title}
        </p>
      )}
      <ul aria-labelledby={title ? id : undefined}>
        {sections.map(({ name, icon: Icon }) => (
          <li key={name}>
            <a {...linkTo(name)} className={nav.link} aria-current={name === current ? 'page' : undefined}>
              <Icon aria-hidden="true" />
              <span className={styles.label}>{p.shell.sections[name]}</span>
              <CountBadge count={unread[name] ?? 0} label={p.shell.unread} />
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
