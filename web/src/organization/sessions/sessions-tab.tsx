import { useQueryClient } from '@tanstack/react-query'
import { LogOut, MonitorSmartphone } from 'lucide-react'
import { type ChatOutput, callChat } from '../../api/chat-api.ts'
import { chatKeys } from '../../chat/state/chat-keys.ts'
import { useChat } from '../../chat/state/workspace.ts'
import type { Resource } from '../../resource/resource.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { describeBrowser } from '../../shell/describe-browser.ts'
import { o } from '../../texts/organization-texts.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { invalidate } from '../../ui/query-client.ts'

type Session = ChatOutput<'GET /realm/sessions'>['sessions'][number]

const PER_PAGE = 50

/** Where everybody is signed in. The address may name a person. Administrators end one session, or all of somebody. */
export const SessionsTab = ({ path: [userId = ''] }: { path: readonly string[] }) => (
  <SessionList key={userId} userId={userId} />
)

function SessionList({ userId }: { userId: string }) {
  const people = useChat((state) => state.people)
  const queries = useQueryClient()
  const texts = o.sessions
  const nameOf = ({ user_id }: Session) => people.get(user_id)?.full_name ?? String(user_id)
  const end = async (work: Promise<unknown>) => {
    await work
    await invalidate(queries, chatKeys.realmSessions)
  }
  const resource: Resource<Session> = {
    title: texts.title,
    intro: texts.intro,
    pages: {
      key: chatKeys.realmSessions,
      async load({ page, values: { person }, signal }) {
        const { sessions, total } = await callChat(
          'GET /realm/sessions',
          { page, per_page: PER_PAGE, ...(person && { user_id: Number(person) }) },
          { signal },
        )
        return { items: sessions, page, pages: Math.max(1, Math.ceil(total / PER_PAGE)), total }
      },
    },
    idOf: ({ id }) => id,
    nameOf,
    filters: [
      {
        name: 'person',
        kind: 'select',
        label: texts.person,
        initial: userId,
        options: [
          { value: null, text: texts.everybody },
          ...[...people.values()]
            .filter(({ is_bot }) => !is_bot)
            .map(({ user_id, full_name }) => ({ value: String(user_id), text: full_name }))
            .sort((one, other) => one.text.localeCompare(other.text)),
        ],
      },
    ],
    empty: { icon: <MonitorSmartphone />, title: texts.none },
    noMatch: () => ({ icon: <MonitorSmartphone />, title: texts.none }),
    columns: [
      { heading: texts.person, cell: nameOf },
      {
        heading: texts.device,
        cell: ({ user_agent: agent, current }) => (
          <span title={agent}>
            {describeBrowser(agent) ?? (agent || t.settings.sessions.unknown)}{' '}
            {current && <Badge look="accent">{t.settings.sessions.current}</Badge>}
          </span>
        ),
      },
      { heading: texts.address, labelled: true, cell: ({ address }) => address ?? '' },
      {
        heading: t.settings.sessions.lastSeen,
        labelled: true,
        cell: ({ last_seen }) => <DateTime at={new Date(last_seen * 1000).toISOString()} />,
      },
    ],
    menu: (session) => o.actionsFor(nameOf(session)),
    actions: ({ id, user_id }) => [
      [
        {
          label: t.settings.sessions.end,
          icon: <LogOut />,
          onChoose: () =>
            end(callChat('DELETE /users/{user_id}/sessions/{session_id}', { user_id, session_id: id })),
        },
        {
          label: texts.endAll,
          icon: <LogOut />,
          look: 'danger',
          onChoose: () => end(callChat('DELETE /users/{user_id}/sessions', { user_id })),
        },
      ],
    ],
  }
  return <ResourceList resource={resource} />
}
