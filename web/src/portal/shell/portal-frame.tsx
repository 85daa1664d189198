import { Menu as MenuIcon, X } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { EmptyState, LoadingState } from '../../ui/view-states.tsx'
import { AccountMenu } from './account-menu.tsx'
import { useConnectionState, usePortal } from './portal-context.ts'
import styles from './portal-frame.module.css'
import { linkTo, openPortalPath, usePortalPath } from './portal-path.ts'
import { portalSections } from './portal-sections.ts'

/** The sections on the left, the open one beside them. On a phone the sections are behind a button. */
export function PortalFrame({ onSwitch }: { onSwitch: (userId: string) => void }) {
  const { company, isOwner } = usePortal()
  const [name, ...rest] = usePortalPath()
  const [menuOpen, setMenuOpen] = useState(false)
  const connection = useConnectionState()
  const sections = portalSections.filter((section) => isOwner || !section.ownerOnly)
  const current = sections.find((section) => section.name === name)
  useEffect(() => {
    if (name === undefined) openPortalPath('company')
  }, [name])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another section closes the menu
  useEffect(() => setMenuOpen(false), [name])
  useEffect(() => {
    document.title = current ? `${p.shell.sections[current.name]} · ${company.name}` : company.name
  }, [current, company.name])
  return (
    <div className={styles.frame}>
      <header className={styles.bar}>
        <span className={styles.menuButton}>
          <IconButton
            label={p.shell.sectionsLabel}
            aria-expanded={menuOpen}
            onClick={() => setMenuOpen(!menuOpen)}
          >
            {menuOpen ? <X /> : <MenuIcon />}
          </IconButton>
        </span>
        <img src="/switchboard.svg" alt="" width={28} height={28} />
        <strong className={styles.company}>{company.name}</strong>
        <span className={classNames(styles.connection, styles[connection])} role="status">
          {p.shell.connection[connection]}
        </span>
        <AccountMenu onSwitch={onSwitch} />
      </header>
      <nav className={classNames(styles.nav, menuOpen && styles.open)} aria-label={p.shell.sectionsLabel}>
        <ul>
          {sections.map(({ name: section, icon: Icon }) => (
            <li key={section}>
              <a
                {...linkTo(section)}
                className={styles.link}
                aria-current={section === name ? 'page' : undefined}
              >
                <Icon aria-hidden="true" />
                {p.shell.sections[section]}
              </a>
            </li>
          ))}
        </ul>
        <a href="/" className={styles.link}>
          {p.shell.toChat}
        </a>
      </nav>
      <main className={styles.main} tabIndex={-1}>
        <ErrorBoundary key={name}>
          <Suspense fallback={<LoadingState />}>
            {current ? (
              <current.Page path={rest} />
            ) : (
              name !== undefined && <EmptyState title={p.shell.noSuchSection} />
            )}
          </Suspense>
        </ErrorBoundary>
      </main>
    </div>
  )
}
