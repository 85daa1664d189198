import { KeyRound, MonitorSmartphone, Pencil, UserCheck, UserPlus, UserRound, UserX } from 'lucide-react'
import { useMemo, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { type ChatInput, callChat } from '../../api/chat-api.ts'
import { openHash } from '../../chat/narrows/route.ts'
import type { Person } from '../../chat/state/chat-state.ts'
import { useChat } from '../../chat/state/workspace.ts'
import type { Resource } from '../../resource/resource.ts'
import { ResourceDialog } from '../../resource/resource-dialog.tsx'
import { ResourceList } from '../../resource/resource-list.tsx'
import { contains } from '../../resource/use-rows.ts'
import { o } from '../../texts/organization-texts.ts'
import { Button } from '../../ui/button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { Part, SectionPage } from '../../ui/section-page.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from '../organization-forms.module.css'
import { findPeople } from './find-people.ts'
import { GroupsList } from './groups-list.tsx'
import { PeopleImports } from './people-imports.tsx'
import { type PersonInput, personForm } from './person-form.tsx'
import { PersonName } from './person-name.tsx'
import { ResetPasswordDialog } from './reset-password-dialog.tsx'
import { RoleBadge, roleOf } from './roles.tsx'

/** Presence is reported every minute, with a little slack. */
const HERE_SECONDS = 140

const parts = ['', 'deactivated', 'groups', 'import'] as const

/** Members and guests, deactivated users, groups, and people from a file. */
export function PeopleTab({ path }: { path: readonly string[] }) {
  const isAdmin = useChat((state) => state.me.isAdmin)
  const shown = parts.filter((part) => isAdmin || part !== 'import')
  const current = shown.find((part) => part === path[0]) ?? ''
  const texts = o.people
  const labels = {
    '': texts.active,
    deactivated: texts.deactivated,
    groups: o.groups.title,
    import: o.peopleImport.title,
  }
  return (
    <SectionPage title={texts.title} intro={texts.intro} actions={isAdmin && <NewPersonButton />}>
      <LinkTabs
        label={texts.title}
        tabs={shown.map((part) => ({
          label: labels[part],
          current: part === current,
          link: { href: `#organization/people${part && `/${part}`}`, onClick: () => undefined },
        }))}
      />
      {current === 'groups' && <GroupsList />}
      {current === 'import' && <PeopleImports />}
      {(current === '' || current === 'deactivated') && <PeopleList key={current} active={current === ''} />}
    </SectionPage>
  )
}

/** Creates an account without an invitation. The administrator passes on the first password. */
function NewPersonButton() {
  const [open, setOpen] = useState(false)
  const texts = o.people
  const close = () => setOpen(false)
  return (
    <>
      <Button look="primary" icon={<UserPlus />} onClick={() => setOpen(true)}>
        {texts.create}
      </Button>
      {open && (
        <ResourceDialog<Person, ChatInput<'POST /users'>>
          form={{
            title: () => texts.create,
            intro: () => <p className={styles.soft}>{texts.createHint}</p>,
            fields: [
              { at: '/full_name', label: texts.name, required: true },
              { at: '/email', label: texts.email, required: true, inputMode: 'email' },
              {
                at: '/password',
                label: texts.password,
                hint: texts.passwordHint,
                required: true,
                type: 'password',
                autoComplete: 'new-password',
              },
            ],
            create: {
              fresh: { full_name: '', email: '', password: '' },
              save: (person) => callChat('POST /users', person),
            },
            saved: ({ full_name }) => texts.created(full_name),
          }}
          item={undefined}
          onClose={close}
          onSaved={close}
        />
      )}
    </>
  )
}

/** Active or deactivated users. */
function PeopleList({ active }: { active: boolean }) {
  const people = useChat((state) => state.people)
  const profile = useChat((state) => state.profileFields)
  const me = useChat((state) => state.me)
  const texts = o.people
  const all = useMemo(
    () =>
      findPeople(
        [...people.values()].filter((person) => !person.is_bot && person.is_active === active),
        '',
      ),
    [people, active],
  )
  const reactivate = async ({ user_id, full_name }: Person) => {
    await callChat('POST /users/{user_id}/reactivate', { user_id })
    showToast(texts.reactivated(full_name))
  }
  const resource: Resource<Person, PersonInput> = {
    title: texts.title,
    label: active ? texts.active : texts.deactivated,
    items: all,
    idOf: ({ user_id }) => user_id,
    nameOf: ({ full_name }) => full_name,
    filters: [{ name: 'search', kind: 'search', label: texts.search }],
    matches: ({ full_name, email }, { search }) => contains(`${full_name}\n${email}`, search),
    empty: { icon: <UserRound />, title: texts.none, hint: texts.noneHint },
    noMatch: () => ({ title: o.noMatch, hint: o.noMatchHint }),
    columns: [
      {
        heading: texts.name,
        cell: (person) => <PersonName person={person} isMe={person.user_id === me.userId} />,
      },
      { heading: texts.email, cell: ({ email }) => email },
      ...(active
        ? [
            { heading: texts.role, cell: (person: Person) => <RoleBadge role={roleOf(person)} /> },
            { heading: texts.lastSeen, cell: ({ user_id }: Person) => <LastSeen userId={user_id} /> },
          ]
        : []),
      ...(me.isAdmin && !active
        ? [{ heading: '', cell: (person: Person) => <ReactivateButton person={person} run={reactivate} /> }]
        : []),
    ],
    menu: ({ full_name }) => o.actionsFor(full_name),
    ...(me.isAdmin &&
      active && {
        actions: ({ user_id }, open) => [
          [
            { label: texts.edit, icon: <Pencil />, onChoose: () => open('edit') },
            ...(user_id === me.userId
              ? []
              : [
                  { label: texts.reset, icon: <KeyRound />, onChoose: () => open('reset') },
                  {
                    label: texts.sessions,
                    icon: <MonitorSmartphone />,
                    onChoose: () => openHash(`#organization/sessions/${user_id}`),
                  },
                ]),
          ],
          user_id === me.userId
            ? []
            : [
                {
                  label: texts.deactivate,
                  icon: <UserX />,
                  look: 'danger',
                  onChoose: () => open('delete'),
                },
              ],
        ],
      }),
    remove: {
      title: ({ full_name }) => texts.deactivateTitle(full_name),
      confirm: texts.deactivate,
      text: () => texts.deactivateHint,
      run: ({ user_id }) => callChat('DELETE /users/{user_id}', { user_id }),
      done: ({ full_name }) => texts.wasDeactivated(full_name),
    },
    form: personForm(profile),
    dialogs: {
      reset: ({ item, onClose }) => <ResetPasswordDialog person={item} onClose={onClose} />,
    },
  }
  return <ResourceList resource={resource} frame={Part} />
}

interface ReactivateButtonProps {
  person: Person
  run: (person: Person) => Promise<void>
}

function ReactivateButton({ person, run }: ReactivateButtonProps) {
  const texts = o.people
  return (
    <Button
      size="small"
      icon={<UserCheck />}
      aria-label={texts.reactivateNamed(person.full_name)}
      onClick={() => run(person).catch((error) => showToast(messageOf(error), 'danger'))}
    >
      {texts.reactivate}
    </Button>
  )
}

function LastSeen({ userId }: { userId: number }) {
  const presence = useChat((state) => state.presences.get(userId))
  const newest = Math.max(presence?.active ?? 0, presence?.idle ?? 0)
  if (newest === 0) return o.people.neverSeen
  if (Date.now() / 1000 - newest < HERE_SECONDS) return o.people.now
  return <DateTime at={new Date(newest * 1000).toISOString()} />
}
