import { MessagesSquare } from 'lucide-react'
import { useId } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { classNames } from '../../ui/class-names.ts'
import { usePortal } from './portal-context.ts'
import { linkTo } from './portal-path.ts'
import { portalSections, type Section, sectionGroups } from './portal-sections.ts'
import styles from './section-nav.module.css'

/** The sections that this person may use, and the way to the chat. */
export function SectionNav({ current, open }: { current: string | undefined; open: boolean }) {
  const { isOwner } = usePortal()
  const sections = portalSections.filter((section) => isOwner || !section.ownerOnly)
  return (
    <nav className={classNames(styles.nav, open && styles.open)} aria-label={p.shell.sectionsLabel}>
      {sectionGroups.map((group) => (
        <SectionGroup
          key={group}
          title={p.shell.groups[group]}
          sections={sections.filter((section) => section.group === group)}
          current={current}
        />
      ))}
      <a href="/" className={classNames(styles.link, styles.chat)}>
        <MessagesSquare />
        {p.shell.toChat}
      </a>
    </nav>
  )
}

interface SectionGroupProps {
  title: string
  sections: readonly Section[]
  current: string | undefined
}

function SectionGroup({ title, sections, current }: SectionGroupProps) {
  const id = useId()
  return (
    <div className={styles.group}>
      <p id={id} className={styles.title}>
        {title}
      </p>
      <ul aria-labelledby={id}>
        {sections.map(({ name, icon: Icon }) => (
          <li key={name}>
            <a {...linkTo(name)} className={styles.link} aria-current={name === current ? 'page' : undefined}>
              <Icon aria-hidden="true" />
              {p.shell.sections[name]}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
