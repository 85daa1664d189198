import { Pencil, Trash2, UsersRound } from 'lucide-react'
import { callChat } from '../../api/chat-api.ts'
import type { UserGroup } from '../../chat/state/chat-state.ts'
import { useChat } from '../../chat/state/workspace.ts'
import type { OpenDialog, Resource } from '../../resource/resource.ts'
import { ResourceList, RowActions } from '../../resource/resource-list.tsx'
import { o } from '../../texts/organization-texts.ts'
import { t } from '../../texts/texts.ts'
import { Part } from '../../ui/section-page.tsx'
import styles from './groups-list.module.css'
import { PeopleChoice } from './people-choice.tsx'
import { PersonName } from './person-name.tsx'

const MAX_SHOWN = 30

/** Groups whose members are mentioned together. Every member may create groups and edit those they belong to. */
export function GroupsList() {
  const groups = useChat((state) => state.groups)
  const texts = o.groups
  const resource: Resource<UserGroup, GroupInput> = {
    title: texts.title,
    items: [...groups.values()].sort((one, other) => one.name.localeCompare(other.name)),
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    empty: { icon: <UsersRound />, title: texts.none, hint: texts.noneHint },
    view: (shown, { open }) =>
      shown.map((group) => <GroupCard key={group.id} group={group} open={(dialog) => open(group, dialog)} />),
    create: { label: texts.create, icon: <UsersRound />, look: 'plain' },
    form: {
      title: (group) => (group ? texts.editTitle(group.name) : texts.create),
      saved: null,
      fields: [
        { at: '/name', label: texts.name, hint: texts.nameHint, required: true, maxLength: 100 },
        { at: '/description', label: texts.description, maxLength: 1024 },
        {
          kind: 'other',
          key: 'members',
          render: (draft) => (
            <PeopleChoice
              legend={texts.members}
              chosen={draft.value('/members')}
              onChange={(members) => draft.set('/members', members)}
            />
          ),
        },
      ],
      create: {
        fresh: { name: '', description: '', members: [] },
        save: (group) => callChat('POST /user_groups/create', group),
      },
      change: {
        storedOf: ({ name, description, members }) => ({ name, description, members: [...members] }),
        save: (group, _, input) => changeGroup(group, input),
      },
    },
    remove: {
      title: ({ name }) => texts.deleteTitle(name),
      text: () => texts.deleteHint,
      run: ({ id }) => callChat('DELETE /user_groups/{user_group_id}', { user_group_id: id }),
    },
  }
  return <ResourceList resource={resource} frame={Part} />
}

type GroupInput = Pick<UserGroup, 'name' | 'description'> & { members: number[] }

/** Name and members are two requests. The members come last: a user who leaves the group may no longer change it. */
async function changeGroup(group: UserGroup, input: GroupInput): Promise<void> {
  const { name, description, members } = input
  if (name !== group.name || description !== group.description) {
    await callChat('PATCH /user_groups/{user_group_id}', { user_group_id: group.id, name, description })
  }
  const added = members.filter((id) => !group.members.includes(id))
  const removed = group.members.filter((id) => !members.includes(id))
  if (added.length === 0 && removed.length === 0) return
  await callChat('POST /user_groups/{user_group_id}/members', {
    user_group_id: group.id,
    add: added,
    delete: removed,
  })
}

function GroupCard({ group, open }: { group: UserGroup; open: OpenDialog }) {
  const me = useChat((state) => state.me)
  const people = useChat((state) => state.people)
  const texts = o.groups
  const rest = group.members.length - MAX_SHOWN
  return (
    <section className={styles.card} aria-label={group.name}>
      <header>
        <div>
          <h2>{group.name}</h2>
          {group.description && <p>{group.description}</p>}
        </div>
        {(me.isAdmin || group.members.includes(me.userId)) && (
          <RowActions
            menu={o.actionsFor(group.name)}
            groups={[
              [{ label: t.ui.edit, icon: <Pencil />, onChoose: () => open('edit') }],
              [{ label: t.ui.delete, icon: <Trash2 />, look: 'danger', onChoose: () => open('delete') }],
            ]}
          />
        )}
      </header>
      <ul>
        {group.members.slice(0, MAX_SHOWN).map((id) => {
          const person = people.get(id)
          return person && <li key={id}>{<PersonName person={person} />}</li>
        })}
        {rest > 0 && <li>{texts.more(rest)}</li>}
        {group.members.length === 0 && <li>{texts.empty}</li>}
      </ul>
    </section>
  )
}
