import { Ellipsis, Pencil, UserCheck, UserPlus, UserRound, UserX } from 'lucide-react'
import { type FormEvent, useId, useMemo, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import type { Person } from '../../chat/state/chat-state.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SectionPage } from '../../ui/section-page.tsx'
import { Table } from '../../ui/table.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { EmptyState } from '../../ui/view-states.tsx'
import styles from '../organization-forms.module.css'
import { findPeople } from './find-people.ts'
import { GroupsList } from './groups-list.tsx'
import { PersonDialog } from './person-dialog.tsx'
import { PersonName } from './person-name.tsx'
import { RoleBadge } from './role-badge.tsx'
import { roleOf } from './roles.ts'
import { usePages } from './use-pages.ts'

/** Presence is reported every minute, with a little slack. */
const HERE_SECONDS = 140

const parts = ['', 'deactivated', 'groups'] as const

/** Members and guests, deactivated users, and groups. */
export function PeopleTab({ path }: { path: readonly string[] }) {
  const isAdmin = useChat((state) => state.me.isAdmin)
  const current = parts.find((part) => part === path[0]) ?? ''
  const texts = t.organization.people
  const labels = { '': texts.active, deactivated: texts.deactivated, groups: t.organization.groups.title }
  return (
    <SectionPage title={texts.title} intro={texts.intro} actions={isAdmin && <NewPersonButton />}>
      <LinkTabs
        label={texts.title}
        tabs={parts.map((part) => ({
          label: labels[part],
          current: part === current,
          link: { href: `#organization/people${part && `/${part}`}`, onClick: () => undefined },
        }))}
      />
      {current === 'groups' ? <GroupsList /> : <PeopleList key={current} active={current === ''} />}
    </SectionPage>
  )
}

function NewPersonButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="primary" icon={<UserPlus />} onClick={() => setOpen(true)}>
        {t.organization.people.create}
      </Button>
      {open && <NewPersonDialog onClose={() => setOpen(false)} />}
    </>
  )
}

/** Active or deactivated users. */
function PeopleList({ active }: { active: boolean }) {
  const people = useChat((state) => state.people)
  const isAdmin = useChat((state) => state.me.isAdmin)
  const [search, setSearch] = useState('')
  const [edited, setEdited] = useState<number>()
  const [leaving, setLeaving] = useState<Person>()
  const texts = t.organization.people
  const all = useMemo(
    () => [...people.values()].filter((person) => !person.is_bot && person.is_active === active),
    [people, active],
  )
  const found = useMemo(() => findPeople(all, search), [all, search])
  const { shown, ...pager } = usePages(found, search)
  const editedPerson = edited === undefined ? undefined : people.get(edited)
  if (all.length === 0) {
    return (
      <EmptyState icon={<UserRound />} title={texts.none}>
        {texts.noneHint}
      </EmptyState>
    )
  }
  const columns = active ? [texts.name, texts.email, texts.role, texts.lastSeen] : [texts.name, texts.email]
  return (
    <>
      <TextField
        label={texts.search}
        type="search"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {found.length === 0 ? (
        <EmptyState title={t.organization.noMatch}>{t.organization.noMatchHint}</EmptyState>
      ) : (
        <Table
          label={active ? texts.active : texts.deactivated}
          headings={isAdmin ? [...columns, ''] : columns}
        >
          {shown.map((person) => (
            <PersonRow
              key={person.user_id}
              person={person}
              onEdit={() => setEdited(person.user_id)}
              onDeactivate={() => setLeaving(person)}
            />
          ))}
        </Table>
      )}
      <Pager {...pager} />
      {editedPerson && <PersonDialog person={editedPerson} onClose={() => setEdited(undefined)} />}
      {leaving && <DeactivatePersonDialog person={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  )
}

function DeactivatePersonDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const texts = t.organization.people
  async function deactivate() {
    await callChat('DELETE /users/{user_id}', { user_id: person.user_id })
    showToast(texts.wasDeactivated(person.full_name))
  }
  return (
    <ConfirmDialog
      title={texts.deactivateTitle(person.full_name)}
      confirm={texts.deactivate}
      onConfirm={deactivate}
      onClose={onClose}
    >
      {texts.deactivateHint}
    </ConfirmDialog>
  )
}

/** Creates an account without an invitation. The administrator passes on the first password. */
function NewPersonDialog({ onClose }: { onClose: () => void }) {
  const [fullName, setFullName] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const submit = useSubmit()
  const form = useId()
  const texts = t.organization.people
  async function create(event: FormEvent) {
    event.preventDefault()
    const done = await submit.run(() => callChat('POST /users', { full_name: fullName, email, password }))
    if (!done) return
    showToast(texts.created(fullName))
    onClose()
  }
  return (
    <Dialog
      title={texts.create}
      onClose={onClose}
      actions={<FormActions form={form} submit={t.ui.create} busy={submit.busy} onCancel={onClose} />}
    >
      <p className={styles.soft}>{texts.createHint}</p>
      <form id={form} className={styles.form} onSubmit={(event) => void create(event)}>
        <TextField
          label={texts.name}
          required
          autoComplete="off"
          value={fullName}
          onChange={(event) => setFullName(event.target.value)}
        />
        <TextField
          label={texts.email}
          required
          inputMode="email"
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <TextField
          label={texts.password}
          hint={texts.passwordHint}
          required
          type="password"
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      </form>
    </Dialog>
  )
}

function PersonRow({
  person,
  onEdit,
  onDeactivate,
}: {
  person: Person
  onEdit: () => void
  onDeactivate: () => void
}) {
  const me = useChat((state) => state.me)
  const texts = t.organization.people
  async function reactivate() {
    try {
      await callChat('POST /users/{user_id}/reactivate', { user_id: person.user_id })
      showToast(texts.reactivated(person.full_name))
    } catch (error) {
      showToast(messageOf(error), 'danger')
    }
  }
  const isMe = person.user_id === me.userId
  return (
    <tr>
      <td>
        <PersonName person={person} isMe={isMe} />
      </td>
      <td>{person.email}</td>
      {person.is_active && (
        <>
          <td>
            <RoleBadge role={roleOf(person)} />
          </td>
          <td>
            <LastSeen userId={person.user_id} />
          </td>
        </>
      )}
      {me.isAdmin && (
        <td>
          {person.is_active ? (
            <Menu
              label={t.organization.actionsFor(person.full_name)}
              icon={<Ellipsis />}
              groups={[
                [{ label: texts.edit, icon: <Pencil />, onChoose: onEdit }],
                isMe
                  ? []
                  : [{ label: texts.deactivate, icon: <UserX />, look: 'danger', onChoose: onDeactivate }],
              ]}
            />
          ) : (
            <Button
              size="small"
              icon={<UserCheck />}
              aria-label={texts.reactivateNamed(person.full_name)}
              onClick={() => void reactivate()}
            >
              {texts.reactivate}
            </Button>
          )}
        </td>
      )}
    </tr>
  )
}

function LastSeen({ userId }: { userId: number }) {
  const presence = useChat((state) => state.presences.get(userId))
  const newest = Math.max(presence?.active ?? 0, presence?.idle ?? 0)
  if (newest === 0) return t.organization.people.neverSeen
  if (Date.now() / 1000 - newest < HERE_SECONDS) return t.organization.people.now
  return <DateTime at={new Date(newest * 1000).toISOString()} />
}
