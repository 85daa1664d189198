import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { useSelected } from '../state/store.ts'
import { collapsedSections, collapseSection, type SectionName } from './collapsed-sections.ts'
import styles from './section.module.css'

interface SidebarSectionProps {
  name: SectionName
  title: string
  /** Buttons and links in the head. */
  actions?: ReactNode
  /** What the section would show of unread messages, for when it is collapsed. */
  summary?: ReactNode
  as?: 'section' | 'nav'
  children: ReactNode
}

/** A part of the sidebar that can be collapsed. */
export function SidebarSection({
  name,
  title,
  actions,
  summary,
  as: Element = 'section',
  children,
}: SidebarSectionProps) {
  const isCollapsed = useSelected(collapsedSections, (names) => names.has(name))
  const id = `sidebar-${name}`
  return (
    <Element className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={!isCollapsed}
            onClick={() => collapseSection(name, !isCollapsed)}
          >
            <ChevronDown className={classNames(isCollapsed && styles.turned)} aria-hidden="true" />
            <span id={id}>{title}</span>
          </button>
        </h2>
        {isCollapsed && <span className={styles.summary}>{summary}</span>}
        {actions}
      </div>
      {!isCollapsed && children}
    </Element>
  )
}
