import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Scale, ShieldOff } from 'lucide-react'
import { type ChatOutput, callChat } from '../../api/chat-api.ts'
import { chatKeys } from '../../chat/state/chat-keys.ts'
import { useChat } from '../../chat/state/workspace.ts'
import type { Resource } from '../../resource/resource.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { o } from '../../texts/organization-texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { DateTime } from '../../ui/date-time.tsx'

type LegalHold = ChatOutput<'GET /realm/legal_holds'>['legal_holds'][number]

interface NewHold {
  /** `user:12` or `stream:7` */
  subject: string
  reason: string
}

/** Whose and which streams' messages and files must not be deleted. */
export function LegalHoldsTab() {
  const people = useChat((state) => state.people)
  const streams = useChat((state) => state.streams)
  const queries = useQueryClient()
  const texts = o.legalHolds
  const refresh = () => queries.invalidateQueries({ queryKey: chatKeys.legalHolds })
  const nameOfPerson = (id: number) => people.get(id)?.full_name ?? String(id)
  const nameOf = ({ user_id, stream_id }: LegalHold) =>
    user_id === null ? `#${streams.get(stream_id!)?.name ?? stream_id}` : nameOfPerson(user_id)
  const byText = (one: { text: string }, other: { text: string }) => one.text.localeCompare(other.text)
  const resource: Resource<LegalHold, NewHold> = {
    title: texts.title,
    intro: texts.intro,
    query: useQuery({
      queryKey: chatKeys.legalHolds,
      queryFn: async ({ signal }) =>
        (await callChat('GET /realm/legal_holds', {}, { signal })).legal_holds.reverse(),
    }),
    idOf: ({ id }) => id,
    nameOf,
    empty: { icon: <Scale />, title: texts.none, hint: texts.noneHint },
    columns: [
      { heading: texts.subject, cell: nameOf },
      { heading: texts.reason, cell: ({ reason }) => reason },
      {
        heading: texts.placed,
        labelled: true,
        cell: ({ placed_by, placed_timestamp }) => (
          <>
            {nameOfPerson(placed_by)}, <DateTime at={iso(placed_timestamp)} />
          </>
        ),
      },
      {
        heading: texts.state,
        labelled: true,
        cell: ({ released_by, released_timestamp }) =>
          released_by === null || released_timestamp === null ? (
            <Badge look="accent">{texts.applies}</Badge>
          ) : (
            <>
              {texts.released}: {nameOfPerson(released_by)}, <DateTime at={iso(released_timestamp)} />
            </>
          ),
      },
    ],
    actions: (hold, open) =>
      hold.released_timestamp === null
        ? [
            [
              {
                label: texts.releaseOf(nameOf(hold)),
                icon: <ShieldOff />,
                onChoose: () => open('delete'),
              },
            ],
          ]
        : [],
    create: { label: texts.place, icon: <Plus /> },
    form: {
      title: () => texts.place,
      saved: null,
      isReady: (draft) => draft.value('/subject') !== '',
      fields: [
        {
          kind: 'select',
          at: '/subject',
          label: texts.subject,
          options: [
            { value: '', text: texts.choose },
            ...[...people.values()]
              .map(({ user_id, full_name }) => ({ value: `user:${user_id}`, text: full_name }))
              .sort(byText),
            ...[...streams.values()]
              .map(({ stream_id, name }) => ({ value: `stream:${stream_id}`, text: `#${name}` }))
              .sort(byText),
          ],
        },
        {
          at: '/reason',
          label: texts.reason,
          hint: texts.reasonHint,
          required: true,
          maxLength: 500,
        },
      ],
      create: {
        fresh: { subject: '', reason: '' },
        async save({ subject, reason }) {
          const [kind, id] = subject.split(':')
          await callChat('POST /realm/legal_holds', {
            reason,
            ...(kind === 'user' ? { user_id: Number(id) } : { stream_id: Number(id) }),
          })
          await refresh()
        },
      },
    },
    remove: {
      title: (hold) => texts.releaseTitle(nameOf(hold)),
      text: () => texts.releaseText,
      confirm: texts.release,
      async run({ id }) {
        await callChat('DELETE /realm/legal_holds/{hold_id}', { hold_id: id })
        await refresh()
      },
    },
  }
  return <ResourceList resource={resource} />
}

const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
