import { Suspense, useEffect, useRef, useState } from 'react'
import { AppBar, AppBarEnd } from '../../shell/app-bar.tsx'
import { usePageTitle } from '../../shell/page-title.ts'
import { SwitcherButton } from '../../shell/switcher-button.tsx'
import { p } from '../../texts/portal-texts.ts'
import { classNames } from '../../ui/class-names.ts'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { EmptyState, LoadingState } from '../../ui/view-states.tsx'
import { ActingBanner } from './acting-banner.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { useConnectionState, usePortal } from './portal-context.ts'
import styles from './portal-frame.module.css'
import { linkTo, openStartPage, usePortalPath } from './portal-path.ts'
import { sectionsFor } from './portal-sections.ts'
import { SectionNav, type UnreadCounts } from './section-nav.tsx'

interface PortalFrameProps {
  organization: { name: string; icon: string | null }
  unread: UnreadCounts
  onSwitch: (userId: string | undefined) => void
}

/** The sections on the left, the open one beside them. On a phone the sections are behind a button. */
export function PortalFrame({ organization, unread, onSwitch }: PortalFrameProps) {
  const { role } = usePortal()
  const [name, ...rest] = usePortalPath()
  /** The section in which the menu was opened: choosing another one closes it. */
  const [menuIn, setMenuIn] = useState<{ section: string | undefined }>()
  const menuOpen = menuIn !== undefined && menuIn.section === name
  const setMenuOpen = (open: boolean) => setMenuIn(open ? { section: name } : undefined)
  const connection = useConnectionState()
  const main = useMainFocus(name)
  const current = sectionsFor(role).find((section) => section.name === name)
  const waiting = Object.values(unread).some((count) => count > 0)
  useEffect(() => {
    if (name === undefined) openStartPage()
  }, [name])
  usePageTitle(current ? p.shell.sections[current.name] : '')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the menu wherever the focus is
    <div
      className={styles.frame}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setMenuOpen(false)
      }}
    >
      <AppBar
        {...organization}
        home={linkTo('overview').href}
        menu={{
          label: p.shell.sectionsLabel,
          open: menuOpen,
          waiting,
          onToggle: () => setMenuOpen(!menuOpen),
        }}
      >
        <SwitcherButton />
        <AppBarEnd>
          <span
            className={
              connection === 'live' ? 'visually-hidden' : classNames(styles.connection, styles[connection])
            }
            role="status"
          >
            {p.shell.connection[connection]}
          </span>
        </AppBarEnd>
      </AppBar>
      <SectionNav current={name} open={menuOpen} unread={unread} />
      {menuOpen && (
        <div className={styles.veil} aria-hidden="true" onPointerDown={() => setMenuOpen(false)} />
      )}
      <main id="main" ref={main} className={styles.main} tabIndex={-1}>
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
