import { QueryClientProvider } from '@tanstack/react-query'
import { Phone } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { replaceAddress } from '../shell/address.ts'
import { AppBar, AppBarEnd, SwitcherButton } from '../shell/app-bar.tsx'
import { usePageTitle } from '../shell/page-title.ts'
import { p } from '../texts/portal-texts.ts'
import { CountBadge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { listKeys } from '../ui/list-keys.ts'
import { Notice } from '../ui/notice.tsx'
import nav from '../ui/side-nav.module.css'
import { EmptyState, LoadingState, useIsOnline } from '../ui/view-states.tsx'
import styles from './portal-view.module.css'
import type { Phones } from './shell/phones-session.tsx'
import { PortalContext, useConnectionState, usePortal } from './shell/portal-context.ts'
import { linkTo, linkToAddress, linkToFiltered, openPageInstead, usePortalPath } from './shell/portal-path.ts'
import {
  menuFor,
  type Section,
  type SectionName,
  sectionAddress,
  sectionGroups,
  sectionsFor,
} from './shell/portal-sections.ts'

/** Gets the rest of its address. */
type SectionPage = ComponentType<{ path: readonly string[] }>

/** Each is loaded when it is first opened. */
const sectionPages: Readonly<Record<SectionName, SectionPage>> = {
  overview: lazy(async () => ({ default: (await import('./overview/overview-page.tsx')).OverviewPage })),
  company: lazy(async () => ({ default: (await import('./company/company-page.tsx')).CompanyPage })),
  users: lazy(async () => ({ default: (await import('./users/users-page.tsx')).UsersPage })),
  locations: lazy(async () => ({ default: (await import('./locations/locations-page.tsx')).LocationsPage })),
  instances: lazy(async () => ({ default: (await import('./locations/instances-page.tsx')).InstancesPage })),
  extensions: lazy(async () => ({
    default: (await import('./extensions/extensions-page.tsx')).ExtensionsPage,
  })),
  devices: lazy(async () => ({ default: (await import('./devices/devices-page.tsx')).DevicesPage })),
  routing: lazy(async () => ({ default: (await import('./routing/routing-page.tsx')).RoutingPage })),
  queues: lazy(async () => ({ default: (await import('./queues/queues-page.tsx')).QueuesPage })),
  trunks: lazy(async () => ({ default: (await import('./trunks/trunks-page.tsx')).TrunksPage })),
  calls: lazy(async () => ({ default: (await import('./calls/calls-page.tsx')).CallsPage })),
  voicemail: lazy(async () => ({ default: (await import('./voicemail/voicemail-page.tsx')).VoicemailPage })),
  texting: lazy(async () => ({ default: (await import('./texting/texting-page.tsx')).TextingPage })),
  faxes: lazy(async () => ({ default: (await import('./faxes/faxes-page.tsx')).FaxesPage })),
  dial: lazy(async () => ({ default: (await import('./dial/dial-page.tsx')).DialPage })),
  reports: lazy(async () => ({ default: (await import('./reports/reports-page.tsx')).ReportsPage })),
  blocked: lazy(async () => ({ default: (await import('./blocked/blocked-page.tsx')).BlockedPage })),
  codes: lazy(async () => ({ default: (await import('./codes/codes-page.tsx')).CodesPage })),
  keys: lazy(async () => ({ default: (await import('./api-keys/api-keys-page.tsx')).ApiKeysPage })),
  webhooks: lazy(async () => ({ default: (await import('./webhooks/webhooks-page.tsx')).WebhooksPage })),
  audit: lazy(async () => ({ default: (await import('./audit/audit-section.tsx')).AuditSection })),
  events: lazy(async () => ({ default: (await import('./inspector/inspector-page.tsx')).InspectorPage })),
}

interface PortalViewProps {
  phones: Phones
  organization: { name: string; icon: string | null }
  onSwitch: (userId: string | undefined) => void
}

/** The self-service portal of a signed-in person. */
export function PortalView({ phones, organization, onSwitch }: PortalViewProps) {
  return (
    <QueryClientProvider client={phones.queries}>
      <PortalContext value={phones.portal}>
        <PortalFrame organization={organization} unread={phones.unread} onSwitch={onSwitch} />
      </PortalContext>
    </QueryClientProvider>
  )
}

interface PortalFrameProps {
  organization: { name: string; icon: string | null }
  unread: UnreadCounts
  onSwitch: (userId: string | undefined) => void
}

/** The sections on the left, the open one beside them. On a phone the sections are behind a button. */
function PortalFrame({ organization, unread, onSwitch }: PortalFrameProps) {
  const { role, isChatAdmin } = usePortal()
  const [name, ...rest] = usePortalPath()
  /** The section in which the menu was opened: choosing another one closes it. */
  const [menuIn, setMenuIn] = useState<{ section: string | undefined }>()
  const menuOpen = menuIn !== undefined && menuIn.section === name
  const setMenuOpen = (open: boolean) => setMenuIn(open ? { section: name } : undefined)
  const connection = useConnectionState()
  const isOnline = useIsOnline()
  const main = useMainFocus(name)
  const current = sectionsFor(role).find((section) => section.name === name)
  const Page = current && sectionPages[current.name]
  const waiting = Object.values(unread).some((count) => count > 0)
  useEffect(() => {
    if (name === undefined) openPageInstead('overview')
    // Everyone's status is on the page of people now.
    if (name === 'status') openPageInstead('users')
    if (name === 'audit' && isChatAdmin) replaceAddress(sectionAddress(name, isChatAdmin))
  }, [name, isChatAdmin])
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
            {connection === 'offline' && isOnline ? p.shell.unreachable : p.shell.connection[connection]}
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
            {Page ? <Page path={rest} /> : name !== undefined && <NoSuchSection />}
          </Suspense>
        </ErrorBoundary>
      </main>
    </div>
  )
}

function NoSuchSection() {
  return (
    <EmptyState
      isPage
      title={p.shell.noSuchSection}
      action={<a {...linkTo('overview')}>{p.shell.sections.overview}</a>}
    >
      {p.shell.noSuchSectionHint}
    </EmptyState>
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

/** While an owner acts as somebody else, every page says so. */
function ActingBanner({ onStop }: { onStop: () => void }) {
  const { isActing, user } = usePortal()
  if (!isActing) return null
  return (
    <Notice look="warning">
      {p.shell.actingAs(`${user.first_name} ${user.last_name}`.trim())}{' '}
      <Button size="small" onClick={onStop}>
        {p.shell.stopActing}
      </Button>
    </Notice>
  )
}

/** The sections that this person may use. */
function SectionNav({
  current,
  open,
  unread,
}: {
  current: string | undefined
  open: boolean
  unread: UnreadCounts
}) {
  const { role } = usePortal()
  const sections = menuFor(role)
  return (
    <nav
      ref={listKeys}
      className={classNames(styles.nav, open && styles.open)}
      aria-label={p.shell.sectionsLabel}
    >
      {sectionGroups.map((group) => (
        <SectionGroup
          key={group}
          title={p.shell.groups[group]}
          sections={sections.filter((section) => section.group === group)}
          current={current}
          unread={unread}
          hasMyPhone={group === 'start' && role === 'user'}
        />
      ))}
    </nav>
  )
}

/** How much is unread in a section. */
type UnreadCounts = Partial<Record<SectionName, number>>

interface SectionGroupProps {
  title: string
  sections: readonly Section[]
  current: string | undefined
  unread: UnreadCounts
  /** also a way to the own extensions */
  hasMyPhone: boolean
}

function SectionGroup({ title, sections, current, unread, hasMyPhone }: SectionGroupProps) {
  const id = useId()
  const { isChatAdmin } = usePortal()
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
            <a
              {...linkToAddress(sectionAddress(name, isChatAdmin))}
              className={nav.link}
              aria-current={name === current ? 'page' : undefined}
            >
              <Icon aria-hidden="true" />
              <span className={styles.label}>{p.shell.sections[name]}</span>
              <CountBadge count={unread[name] ?? 0} label={p.shell.counted[name] ?? p.shell.unread} />
            </a>
          </li>
        ))}
        {hasMyPhone && (
          <li>
            <a
              {...linkToFiltered({ show: 'mine' }, 'extensions')}
              className={nav.link}
              aria-current={current === 'extensions' ? 'page' : undefined}
            >
              <Phone aria-hidden="true" />
              <span className={styles.label}>{p.shell.myPhone}</span>
            </a>
          </li>
        )}
      </ul>
    </div>
  )
}
