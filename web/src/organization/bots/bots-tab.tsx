import { Bot, Power, PowerOff, UserRoundCog } from 'lucide-react'
import { useMemo } from 'react'
import { callChat } from '../../api/chat-api.ts'
import type { Person } from '../../chat/state/chat-state.ts'
import { useChat } from '../../chat/state/workspace.ts'
import type { Resource } from '../../resource/resource.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { contains } from '../../resource/use-rows.ts'
import { o } from '../../texts/organization-texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { showToast } from '../../ui/toast.tsx'
import { findPeople } from '../people/find-people.ts'
import { PersonName } from '../people/person-name.tsx'

/** All bots of the organization. Their API keys are not shown here: owners find them in their own settings. */
export function BotsTab() {
  const people = useChat((state) => state.people)
  const bots = useChat((state) => state.bots)
  const texts = o.bots
  // System bots have no owner and are not in this list. A user who has just become an administrator
  // knows other bots only as users.
  const all = useMemo(
    () =>
      findPeople(
        [...people.values()].filter(
          ({ is_bot, user_id, bot_owner_id: owner }) =>
            is_bot && (bots.has(user_id) || (owner ?? null) !== null),
        ),
        '',
      ),
    [people, bots],
  )
  const owners = [...people.values()].filter(
    (person) => person.is_active && !person.is_bot && !person.is_guest,
  )
  async function reactivate({ user_id, full_name }: Person) {
    await callChat('POST /users/{user_id}/reactivate', { user_id })
    showToast(texts.reactivated(full_name))
  }
  const resource: Resource<Person, { bot_owner_id: number | null }> = {
    title: texts.title,
    intro: texts.intro,
    items: all,
    idOf: ({ user_id }) => user_id,
    nameOf: ({ full_name }) => full_name,
    filters: [{ name: 'search', kind: 'search', label: texts.search }],
    matches: ({ full_name, email }, { search }) => contains(`${full_name}\n${email}`, search),
    empty: { icon: <Bot />, title: texts.none, hint: texts.noneHint },
    noMatch: () => ({ title: o.noMatch, hint: o.noMatchHint }),
    columns: [
      { heading: texts.name, cell: (bot) => <PersonName person={bot} /> },
      {
        heading: texts.type,
        cell: ({ bot_type }) => texts.types[String(bot_type) as keyof typeof texts.types],
      },
      {
        heading: texts.owner,
        labelled: true,
        cell: ({ bot_owner_id: owner }) => people.get(owner ?? 0)?.full_name ?? texts.nobody,
      },
      {
        heading: texts.state,
        cell: ({ is_active }) =>
          is_active ? (
            <Badge look="success">{texts.active}</Badge>
          ) : (
            <Badge look="warning">{texts.inactive}</Badge>
          ),
      },
    ],
    menu: ({ full_name }) => o.actionsFor(full_name),
    actions: (bot, open) =>
      bot.is_active
        ? [
            [{ label: texts.changeOwner, icon: <UserRoundCog />, onChoose: () => open('edit') }],
            [
              {
                label: texts.deactivate,
                icon: <PowerOff />,
                look: 'danger',
                onChoose: () => open('delete'),
              },
            ],
          ]
        : [[{ label: texts.reactivate, icon: <Power />, onChoose: () => reactivate(bot) }]],
    // The owner of a bot sees its key and can change it.
    form: {
      title: (bot) => texts.ownerTitle(bot?.full_name ?? ''),
      size: 'small',
      saved: null,
      fields: [
        {
          kind: 'select',
          at: '/bot_owner_id',
          label: texts.owner,
          hint: texts.ownerHint,
          options: findPeople(owners, '').map(({ user_id, full_name }) => ({
            value: user_id,
            text: full_name,
          })),
        },
      ],
      change: {
        storedOf: ({ bot_owner_id: owner }) => ({ bot_owner_id: owner ?? null }),
        save: async ({ user_id }, { bot_owner_id: owner }) => {
          if (owner) await callChat('PATCH /bots/{bot_id}', { bot_id: user_id, bot_owner_id: owner })
        },
      },
    },
    remove: {
      title: ({ full_name }) => texts.deactivateTitle(full_name),
      confirm: texts.deactivate,
      text: () => texts.deactivateHint,
      run: ({ user_id }) => callChat('DELETE /bots/{bot_id}', { bot_id: user_id }),
    },
  }
  return <ResourceList resource={resource} />
}
