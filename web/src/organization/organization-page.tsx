import {
  Archive,
  Blocks,
  Bot,
  Ellipsis,
  FileDown,
  Hash,
  Link2,
  type LucideIcon,
  MailPlus,
  Settings2,
  ShieldOff,
  Smartphone,
  Smile,
  Star,
  StarOff,
  TextCursorInput,
  Users,
} from 'lucide-react'
import { type ComponentType, useMemo, useState } from 'react'
import { messageOf } from '../api/api-failure.ts'
import { callChat } from '../api/chat-api.ts'
import { openHash } from '../chat/narrows/route.ts'
import type { KnownStream } from '../chat/state/chat-state.ts'
import { useChat } from '../chat/state/workspace.ts'
import { type Texts, t } from '../texts/texts.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Badge } from '../ui/badge.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { TextField } from '../ui/field.tsx'
import { Menu, type MenuItem } from '../ui/menu.tsx'
import { Pager } from '../ui/pager.tsx'
import { SectionPage } from '../ui/section-page.tsx'
import { SidePage } from '../ui/side-page.tsx'
import { Table } from '../ui/table.tsx'
import { showToast } from '../ui/toast.tsx'
import { EmptyState } from '../ui/view-states.tsx'
import { BotsTab } from './bots/bots-tab.tsx'
import { EmojiTab } from './emoji/emoji-tab.tsx'
import { ExportsTab } from './exports/exports-tab.tsx'
import styles from './integrations/integration-catalogue.module.css'
import { IntegrationSetup } from './integrations/integration-setup.tsx'
import { InvitationsTab } from './invitations/invitations-tab.tsx'
import { LinkifiersTab } from './linkifiers/linkifiers-tab.tsx'
import { NumbersTab } from './numbers/numbers-tab.tsx'
import { PeopleTab } from './people/people-tab.tsx'
import { usePages } from './people/use-pages.ts'
import { ProfileFieldsTab } from './profile-fields/profile-fields-tab.tsx'
import { SettingsTab } from './realm-settings/settings-tab.tsx'

/** The organization: administrators change it, members see what they may. */
export function OrganizationPage({ path }: { path: readonly string[] }) {
  const isGuest = useChat((state) => state.me.isGuest)
  const isAdmin = useChat((state) => state.me.isAdmin)
  const [wanted = 'people', ...rest] = path
  const tabs = organizationTabs.filter((tab) => isAdmin || !tab.adminsOnly)
  const current = tabs.find((tab) => tab.id === wanted)
  if (isGuest) {
    return (
      <EmptyState icon={<ShieldOff />} title={t.organization.notForGuests}>
        {t.organization.notForGuestsHint}
      </EmptyState>
    )
  }
  return (
    <SidePage
      label={t.organization.label}
      pages={tabs.map(({ id, Icon }) => ({
        id,
        label: t.organization.tabs[id],
        icon: <Icon />,
        href: `#organization/${id}`,
      }))}
      current={current?.id}
      choice={{
        label: t.organization.section,
        none: t.organization.choose,
        onChoose: (id) => openHash(`#organization/${id}`),
      }}
    >
      <ErrorBoundary>
        {current ? (
          <current.View path={rest} />
        ) : (
          <EmptyState icon={<ShieldOff />} title={t.organization.noSuchTab}>
            {t.organization.noSuchTabHint}
          </EmptyState>
        )}
      </ErrorBoundary>
    </SidePage>
  )
}

interface OrganizationTab {
  /** in the address */
  id: keyof Texts['organization']['tabs']
  Icon: LucideIcon
  adminsOnly?: true
  /** `path`: what follows in the address */
  View: ComponentType<{ path: readonly string[] }>
}

const organizationTabs: readonly OrganizationTab[] = [
  { id: 'settings', Icon: Settings2, adminsOnly: true, View: SettingsTab },
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
      {found.length === 0 && (
        <EmptyState title={t.organization.noMatch}>{t.integrations.noMatchHint}</EmptyState>
      )}
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
  const [search, setSearch] = useState('')
  const [archived, setArchived] = useState<KnownStream>()
  const texts = t.organization.streams
  const found = useMemo(() => {
    const key = search.trim().toLowerCase()
    return [...streams.values()]
      .filter(({ name, description }) => `${name}\n${description}`.toLowerCase().includes(key))
      .sort((one, other) => one.name.localeCompare(other.name))
  }, [streams, search])
  const { shown, ...pager } = usePages(found, search)
  return (
    <SectionPage title={texts.title} intro={texts.intro} actions={<a href="#streams">{texts.toStreams}</a>}>
      <TextField
        label={texts.search}
        type="search"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {found.length === 0 ? (
        <EmptyState icon={<Hash />} title={streams.size === 0 ? texts.none : t.organization.noMatch} />
      ) : (
        <Table label={texts.title} headings={[texts.name, texts.privacy, texts.members, texts.default, '']}>
          {shown.map((stream) => (
            <StreamRow key={stream.stream_id} stream={stream} onArchive={() => setArchived(stream)} />
          ))}
        </Table>
      )}
      <Pager {...pager} />
      {archived && (
        <ConfirmDialog
          title={texts.archiveTitle(archived.name)}
          confirm={texts.archive}
          onConfirm={() => callChat('DELETE /streams/{stream_id}', { stream_id: archived.stream_id })}
          onClose={() => setArchived(undefined)}
        >
          {texts.archiveHint}
        </ConfirmDialog>
      )}
    </SectionPage>
  )
}

function StreamRow({ stream, onArchive }: { stream: KnownStream; onArchive: () => void }) {
  const { stream_id, name } = stream
  const members = useChat((state) => state.subscribers.get(stream_id)?.size ?? 0)
  const isDefault = useChat((state) => state.defaultStreams.includes(stream_id))
  const texts = t.organization.streams
  async function toggle() {
    try {
      await callChat(isDefault ? 'DELETE /default_streams' : 'POST /default_streams', { stream_id })
    } catch (error) {
      showToast(messageOf(error), 'danger')
    }
  }
  const item: MenuItem = {
    label: isDefault ? texts.removeDefault : texts.makeDefault,
    icon: isDefault ? <StarOff /> : <Star />,
    onChoose: () => void toggle(),
  }
  return (
    <tr>
      <td>
        <a href={`#streams/${stream_id}`}>{name}</a>
      </td>
      <td>
        {stream.is_web_public && <Badge look="accent">{texts.webPublic}</Badge>}
        {!stream.is_web_public && (stream.invite_only ? <Badge>{texts.private}</Badge> : texts.public)}
      </td>
      <td data-label={texts.members}>{members}</td>
      <td data-label={texts.default}>
        {isDefault ? <Badge look="success">{texts.isDefault}</Badge> : t.ui.no}
      </td>
      <td>
        <Menu
          label={t.organization.actionsFor(name)}
          icon={<Ellipsis />}
          groups={[
            // The server does not allow private streams as default streams.
            stream.invite_only && !isDefault ? [] : [item],
            [{ label: texts.archive, icon: <Archive />, look: 'danger', onChoose: onArchive }],
          ]}
        />
      </td>
    </tr>
  )
}
