import { UserPlus, X } from 'lucide-react'
import { useState } from 'react'
import { callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { meetsPolicy } from '../people/meets-policy.ts'
import { matchesPerson } from '../people/sort-people.ts'
import type { KnownStream, Person } from '../state/chat-state.ts'
import { useChat } from '../state/workspace.ts'
import { AddPeopleDialog } from './add-people-dialog.tsx'
import { sortPersons } from './sort-persons.ts'
import styles from './stream-details.module.css'
import list from './stream-members.module.css'

/** A list with more than that gets a field to search in. */
const FEW = 8

/** The subscribers, as far as the user may know. */
export function StreamMembers({ stream, canAdd }: { stream: KnownStream; canAdd: boolean }) {
  const members = useChat((state) =>
    [...(state.subscribers.get(stream.stream_id) ?? [])].map((id) => state.people.get(id)),
  ).filter((person): person is Person => person?.is_active === true)
  const isAdmin = useChat((state) => state.me.isAdmin)
  const mayAdd = useChat((state) => canAdd && meetsPolicy(state, state.realm.invite_to_stream_policy))
  const [query, setQuery] = useState('')
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Person>()
  const shown = sortPersons(members).filter((person) => matchesPerson(person, query))
  return (
    <section className={styles.section} aria-label={t.streams.people}>
      <div className={styles.sectionHeader}>
        <h3>
          {t.streams.people} ({members.length})
        </h3>
        {mayAdd && (
          <Button size="small" icon={<UserPlus />} onClick={() => setAdding(true)}>
            {t.streams.add}
          </Button>
        )}
      </div>
      {members.length > FEW && (
        <TextField
          label={t.streams.findMembers}
          hideLabel
          type="search"
          placeholder={t.streams.findMembers}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      )}
      <ul className={list.members} aria-label={t.streams.people}>
        {shown.map((person) => (
          <li key={person.user_id} className={list.member}>
            <Avatar url={person.avatar_url} name={person.full_name} size="small" />
            <span className={list.name}>{person.full_name}</span>
            {isAdmin && (
              <IconButton
                label={t.streams.removePerson(person.full_name)}
                onClick={() => setRemoving(person)}
              >
                <X />
              </IconButton>
            )}
          </li>
        ))}
        {shown.length === 0 && <li className={styles.soft}>{t.streams.nobodyFound}</li>}
      </ul>
      {adding && (
        <AddPeopleDialog
          stream={stream}
          members={members.map((person) => person.user_id)}
          onClose={() => setAdding(false)}
        />
      )}
      {removing && (
        <ConfirmDialog
          title={t.streams.removeTitle(removing.full_name, stream.name)}
          confirm={t.streams.remove}
          onConfirm={() =>
            callChat('DELETE /users/me/subscriptions', {
              subscriptions: [stream.name],
              principals: [removing.user_id],
            })
          }
          onClose={() => setRemoving(undefined)}
        >
          {t.streams.removeText}
        </ConfirmDialog>
      )}
    </section>
  )
}
