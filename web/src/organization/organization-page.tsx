import {
  Archive,
  Blocks,
  Bot,
  ChartColumn,
  Database,
  FileClock,
  FileDown,
  FolderSync,
  Hash,
  KeyRound,
  Link2,
  type LucideIcon,
  MailPlus,
  MonitorSmartphone,
  Scale,
  Server,
  Settings2,
  ShieldOff,
  Smartphone,
  Smile,
  Star,
  StarOff,
  TextCursorInput,
  UserRoundSearch,
  Users,
} from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { callChat } from '../api/chat-api.ts'
import { openHash } from '../chat/narrows/route.ts'
import type { KnownStream } from '../chat/state/chat-state.ts'
import { useChat } from '../chat/state/workspace.ts'
import type { Resource } from '../resource/resource.ts'
import { ResourceList } from '../resource/resource-list.tsx'
import { contains } from '../resource/use-rows.ts'
import { type OrganizationTexts, o } from '../texts/organization-texts.ts'
import { t } from '../texts/texts.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Badge } from '../ui/badge.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { TextField } from '../ui/field.tsx'
import { SectionPage } from '../ui/section-page.tsx'
import { SidePage } from '../ui/side-page.tsx'
import { EmptyState } from '../ui/view-states.tsx'
import { AuditLogTab } from './audit-log/audit-log-tab.tsx'
import { BotsTab } from './bots/bots-tab.tsx'
import { DirectoriesTab } from './directories/directories-tab.tsx'
import { EmojiTab } from './emoji/emoji-tab.tsx'
import { ExportsTab } from './exports/exports-tab.tsx'
import { StoredTab } from './exports/stored-tab.tsx'
import { IntegrationSetup } from './integrations/integration-setup.tsx'
import { InvitationsTab } from './invitations/invitations-tab.tsx'
import { LinkifiersTab } from './linkifiers/linkifiers-tab.tsx'
import { NumbersTab } from './numbers/numbers-tab.tsx'
import styles from './organization-page.module.css'
import { PeopleTab } from './people/people-tab.tsx'
import { LegalHoldsTab } from './privacy/legal-holds-tab.tsx'
import { PersonalDataTab } from './privacy/personal-data-tab.tsx'
import { ProfileFieldsTab } from './profile-fields/profile-fields-tab.tsx'
import { SettingsTab } from './realm-settings/settings-tab.tsx'
import { ServerTab } from './server/server-tab.tsx'
import { SessionsTab } from './sessions/sessions-tab.tsx'
import { SignInTab } from './sign-in/sign-in-tab.tsx'
import { StatisticsTab } from './statistics/statistics-tab.tsx'

/** The organization: administrators change it, members see what they may. */
export function OrganizationPage({ path }: { path: readonly string[] }) {
  const isGuest = useChat((state) => state.me.isGuest)
  const isAdmin = useChat((state) => state.me.isAdmin)
  const [wanted = 'people', ...rest] = path
  const tabs = organizationTabs.filter((tab) => isAdmin || !tab.adminsOnly)
  const current = tabs.find((tab) => tab.id === wanted)
  if (isGuest) {
    return (
      <EmptyState isPage icon={<ShieldOff />} title={o.notForGuests}>
        {o.notForGuestsHint}
      </EmptyState>
    )
  }
  return (
    <SidePage
      label={o.label}
      pages={tabs.map(({ id, Icon }) => ({
        id,
        label: o.tabs[id],
        icon: <Icon />,
        href: `#organization/${id}`,
      }))}
      current={current?.id}
      choice={{
        label: o.section,
        none: o.choose,
        onChoose: (id) => openHash(`#organization/${id}`),
      }}
    >
      <ErrorBoundary>
        {current ? (
          <current.View path={rest} />
        ) : (
          <EmptyState isPage icon={<ShieldOff />} title={o.noSuchTab}>
            {o.noSuchTabHint}
          </EmptyState>
        )}
      </ErrorBoundary>
    </SidePage>
  )
}

interface OrganizationTab {
  /** in the address */
  id: keyof OrganizationTexts['tabs']
  Icon: LucideIcon
  adminsOnly?: true
  /** `path`: what follows in the address */
  View: ComponentType<{ path: readonly string[] }>
}

const organizationTabs: readonly OrganizationTab[] = [
  { id: 'settings', Icon: Settings2, adminsOnly: true, View: SettingsTab },
  { id: 'sign-in', Icon: KeyRound, adminsOnly: true, View: SignInTab },
  { id: 'directories', Icon: FolderSync, adminsOnly: true, View: DirectoriesTab },
  { id: 'people', Icon: Users, View: PeopleTab },
  { id: 'invitations', Icon: MailPlus, View: InvitationsTab },
  { id: 'bots', Icon: Bot, adminsOnly: true, View: BotsTab },
  { id: 'streams', Icon: Hash, adminsOnly: true, View: StreamsTab },
  { id: 'numbers', Icon: Smartphone, adminsOnly: true, View: NumbersTab },
  { id: 'emoji', Icon: Smile, View: EmojiTab },
  { id: 'profile-fields', Icon: TextCursorInput, adminsOnly: true, View: ProfileFieldsTab },
  { id: 'linkifiers', Icon: Link2, View: LinkifiersTab },
  { id: 'integrations', Icon: Blocks, View: IntegrationsTab },
  { id: 'exports', Icon: FileDown, adminsOnly: true, View: ExportsTab },
  { id: 'statistics', Icon: ChartColumn, adminsOnly: true, View: StatisticsTab },
  { id: 'server', Icon: Server, adminsOnly: true, View: ServerTab },
  { id: 'stored', Icon: Database, adminsOnly: true, View: StoredTab },
  { id: 'personal-data', Icon: UserRoundSearch, adminsOnly: true, View: PersonalDataTab },
  { id: 'legal-holds', Icon: Scale, adminsOnly: true, View: LegalHoldsTab },
  { id: 'sessions', Icon: MonitorSmartphone, adminsOnly: true, View: SessionsTab },
  { id: 'audit-log', Icon: FileClock, adminsOnly: true, View: AuditLogTab },
]

/** The services that can post to the organization. The address names one of them, or none. */
function IntegrationsTab({ path: [name] }: { path: readonly string[] }) {
  const offered = useChat((state) => state.realm.incoming_webhook_bots)
  const chosen = offered.find((one) => one.name === name)
  const texts = t.integrations
  if (name === undefined) {
    return (
      <SectionPage
        title={texts.title}
        intro={texts.intro}
        actions={
          <a href="/docs/webhooks" target="_blank" rel="noreferrer">
            {texts.docs}
          </a>
        }
      >
        <IntegrationCatalogue offered={offered} />
      </SectionPage>
    )
  }
  return (
    <SectionPage
      title={chosen ? texts.setUp(chosen.display_name) : texts.title}
      intro={chosen && aboutIntegration(name)}
      actions={<a href="#organization/integrations">{texts.all}</a>}
    >
      {chosen ? (
        <IntegrationSetup key={name} name={name} displayName={chosen.display_name} />
      ) : (
        <EmptyState title={texts.unknown}>{texts.unknownHint}</EmptyState>
      )}
    </SectionPage>
  )
}

interface OfferedIntegration {
  name: string
  display_name: string
}

/** Every service that the server understands, as links to their set-up. */
function IntegrationCatalogue({ offered }: { offered: readonly OfferedIntegration[] }) {
  const [search, setSearch] = useState('')
  const key = search.trim().toLowerCase()
  const found = offered.filter(({ name, display_name }) =>
    `${name}\n${display_name}\n${aboutIntegration(name) ?? ''}`.toLowerCase().includes(key),
  )
  return (
    <>
      <TextField
        label={t.integrations.search}
        type="search"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {found.length === 0 && <EmptyState title={o.noMatch}>{t.integrations.noMatchHint}</EmptyState>}
      <ul className={styles.cards}>
        {found.map(({ name, display_name }) => (
          <li key={name}>
            <a className={styles.card} href={`#organization/integrations/${name}`}>
              <Avatar name={display_name} />
              <span>
                <strong>{display_name}</strong>
                <span className={styles.about}>{aboutIntegration(name)}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}

/** What a service reports. Integrations of a newer server have only their name. */
function aboutIntegration(name: string): string | undefined {
  return (t.integrations.about as Partial<Record<string, string>>)[name]
}

function StreamsTab() {
  const streams = useChat((state) => state.streams)
  const subscribers = useChat((state) => state.subscribers)
  const defaults = useChat((state) => state.defaultStreams)
  const texts = o.streams
  const isDefault = ({ stream_id }: KnownStream) => defaults.includes(stream_id)
  const resource: Resource<KnownStream> = {
    title: texts.title,
    intro: texts.intro,
    items: [...streams.values()].sort((one, other) => one.name.localeCompare(other.name)),
    idOf: ({ stream_id }) => stream_id,
    nameOf: ({ name }) => name,
    filters: [{ name: 'search', kind: 'search', label: texts.search }],
    matches: ({ name, description }, { search }) => contains(`${name}\n${description}`, search),
    empty: { icon: <Hash />, title: texts.none },
    noMatch: () => ({ icon: <Hash />, title: o.noMatch }),
    columns: [
      { heading: texts.name, cell: ({ stream_id, name }) => <a href={`#streams/${stream_id}`}>{name}</a> },
      { heading: texts.privacy, cell: (stream) => <StreamPrivacy stream={stream} /> },
      {
        heading: texts.members,
        labelled: true,
        cell: ({ stream_id }) => subscribers.get(stream_id)?.size ?? 0,
      },
      {
        heading: texts.default,
        labelled: true,
        cell: (stream) => (isDefault(stream) ? <Badge look="success">{texts.isDefault}</Badge> : t.ui.no),
      },
    ],
    menu: ({ name }) => o.actionsFor(name),
    actions: (stream, open) => [
      // The server does not allow private streams as default streams.
      stream.invite_only && !isDefault(stream)
        ? []
        : [
            {
              label: isDefault(stream) ? texts.removeDefault : texts.makeDefault,
              icon: isDefault(stream) ? <StarOff /> : <Star />,
              onChoose: () =>
                callChat(isDefault(stream) ? 'DELETE /default_streams' : 'POST /default_streams', {
                  stream_id: stream.stream_id,
                }),
            },
          ],
      [{ label: texts.archive, icon: <Archive />, look: 'danger', onChoose: () => open('delete') }],
    ],
    buttons: () => <a href="#streams">{texts.toStreams}</a>,
    remove: {
      title: ({ name }) => texts.archiveTitle(name),
      confirm: texts.archive,
      text: () => texts.archiveHint,
      run: ({ stream_id }) => callChat('DELETE /streams/{stream_id}', { stream_id }),
    },
  }
  return <ResourceList resource={resource} />
}

function StreamPrivacy({ stream }: { stream: KnownStream }) {
  const texts = o.streams
  if (stream.is_web_public) return <Badge look="accent">{texts.webPublic}</Badge>
  return stream.invite_only ? <Badge>{texts.private}</Badge> : texts.public
}
