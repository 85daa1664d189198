import { Ellipsis, Pencil, Trash2, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { callChat } from '../../api/chat-api.ts'
import type { UserGroup } from '../../chat/state/chat-state.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import { EmptyState } from '../../ui/view-states.tsx'
import { TabRow } from '../tab-row.tsx'
import styles from './group-card.module.css'
import { GroupDialog } from './group-dialog.tsx'
import { PersonName } from './person-name.tsx'

const MAX_SHOWN = 30

/** Groups whose members are mentioned together. Every member may create groups and edit those they belong to. */
export function GroupsList() {
  const groups = useChat((state) => state.groups)
  const [edited, setEdited] = useState<number | 'new'>()
  const [deleted, setDeleted] = useState<UserGroup>()
  const texts = t.organization.groups
  const sorted = [...groups.values()].sort((one, other) => one.name.localeCompare(other.name))
  const add = (
    <Button icon={<UsersRound />} onClick={() => setEdited('new')}>
      {texts.create}
    </Button>
  )
  const group = typeof edited === 'number' ? groups.get(edited) : undefined
  return (
    <>
      {sorted.length === 0 ? (
        <EmptyState icon={<UsersRound />} title={texts.none} action={add}>
          {texts.noneHint}
        </EmptyState>
      ) : (
        <>
          <TabRow>{add}</TabRow>
          {sorted.map((one) => (
            <GroupCard
              key={one.id}
              group={one}
              onEdit={() => setEdited(one.id)}
              onDelete={() => setDeleted(one)}
            />
          ))}
        </>
      )}
      {(edited === 'new' || group) && <GroupDialog group={group} onClose={() => setEdited(undefined)} />}
      {deleted && (
        <ConfirmDialog
          title={texts.deleteTitle(deleted.name)}
          confirm={t.ui.delete}
          onConfirm={() => callChat('DELETE /user_groups/{user_group_id}', { user_group_id: deleted.id })}
          onClose={() => setDeleted(undefined)}
        >
          {texts.deleteHint}
        </ConfirmDialog>
      )}
    </>
  )
}

function GroupCard({
  group,
  onEdit,
  onDelete,
}: {
  group: UserGroup
  onEdit: () => void
  onDelete: () => void
}) {
  const me = useChat((state) => state.me)
  const people = useChat((state) => state.people)
  const texts = t.organization.groups
  const rest = group.members.length - MAX_SHOWN
  return (
    <section className={styles.card} aria-label={group.name}>
      <header>
        <div>
          <h2>{group.name}</h2>
          {group.description && <p>{group.description}</p>}
        </div>
        {(me.isAdmin || group.members.includes(me.userId)) && (
          <Menu
            label={t.organization.actionsFor(group.name)}
            icon={<Ellipsis />}
            groups={[
              [{ label: t.ui.edit, icon: <Pencil />, onChoose: onEdit }],
              [{ label: t.ui.delete, icon: <Trash2 />, look: 'danger', onChoose: onDelete }],
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
