import { Menu as MenuIcon, X } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { CountBadge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { EmptyState, LoadingState } from '../../ui/view-states.tsx'
import { AccountMenu } from './account-menu.tsx'
import { ActingBanner } from './acting-banner.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { useConnectionState, usePortal } from './portal-context.ts'
import styles from './portal-frame.module.css'
import { openStartPage, usePortalPath } from './portal-path.ts'
import { portalSections } from './portal-sections.ts'
import { SectionNav } from './section-nav.tsx'
import { useUnreadFaxes, useUnreadTexts } from './use-unread.ts'

/** The sections on the left, the open one beside them. On a phone the sections are behind a button. */
export function PortalFrame({ onSwitch }: { onSwitch: (userId: string | undefined) => void }) {
  const { company, role } = usePortal()
  const [name, ...rest] = usePortalPath()
  /** The section in which the menu was opened: choosing another one closes it. */
  const [menuIn, setMenuIn] = useState<{ section: string | undefined }>()
  const menuOpen = menuIn !== undefined && menuIn.section === name
  const setMenuOpen = (open: boolean) => setMenuIn(open ? { section: name } : undefined)
  const connection = useConnectionState()
  const main = useMainFocus(name)
  const unreadTexts = useUnreadTexts()?.total ?? 0
  const unreadFaxes = useUnreadFaxes()?.total ?? 0
  const unread = unreadTexts + unreadFaxes
  const current = portalSections.find(
    (section) => section.name === name && (role === 'owner' || !section.ownerOnly),
  )
  useEffect(() => {
    if (name === undefined) openStartPage()
  }, [name])
  useEffect(() => {
    const title = current ? `${p.shell.sections[current.name]} · ${company.name}` : company.name
    document.title = unread > 0 ? `(${unread}) ${title}` : title
  }, [current, company.name, unread])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the menu wherever the focus is
    <div
      className={styles.frame}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setMenuOpen(false)
      }}
    >
      <header className={styles.bar}>
        <span className={styles.menuButton}>
          <IconButton
            label={p.shell.sectionsLabel}
            aria-expanded={menuOpen}
            onClick={() => setMenuOpen(!menuOpen)}
          >
            {menuOpen ? <X /> : <MenuIcon />}
          </IconButton>
          {!menuOpen && <CountBadge count={unread} label={p.shell.unread} />}
        </span>
        <img src="/switchboard.svg" alt="" width={28} height={28} />
        <strong className={styles.company}>{company.name}</strong>
        <span className={classNames(styles.connection, styles[connection])} role="status">
          {p.shell.connection[connection]}
        </span>
        <AccountMenu onSwitch={onSwitch} />
      </header>
      <SectionNav current={name} open={menuOpen} unread={{ texting: unreadTexts, faxes: unreadFaxes }} />
      {menuOpen && (
        <div className={styles.veil} aria-hidden="true" onPointerDown={() => setMenuOpen(false)} />
      )}
      <main ref={main} className={styles.main} tabIndex={-1}>
        <ActingBanner onStop={() => onSwitch(undefined)} />
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
      <LeaveDialog />
    </div>
  )
}

/** Moves the focus to a section when the user chooses another one, but not when the page opens. */
function useMainFocus(section: string | undefined) {
  const main = useRef<HTMLElement>(null)
  const last = useRef(section)
  useEffect(() => {
    if (last.current !== undefined && last.current !== section) main.current?.focus()
    last.current = section
  }, [section])
  return main
}
