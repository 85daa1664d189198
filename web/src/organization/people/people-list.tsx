import { UserRound } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Person } from '../../chat/state/chat-state.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { TextField } from '../../ui/field.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Table } from '../../ui/table.tsx'
import { EmptyState } from '../../ui/view-states.tsx'
import { DeactivatePersonDialog } from './deactivate-person-dialog.tsx'
import { findPeople } from './find-people.ts'
import { PersonDialog } from './person-dialog.tsx'
import { PersonRow } from './person-row.tsx'
import { usePages } from './use-pages.ts'

/** Active or deactivated users. */
export function PeopleList({ active }: { active: boolean }) {
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
