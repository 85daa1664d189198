import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import type { UserGroup } from '../../chat/state/chat-state.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Menu } from '../../ui/menu.tsx'
import { PersonName } from '../people/person-name.tsx'
import styles from './group-card.module.css'

const MOST_SHOWN = 30

export function GroupCard({
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
  const rest = group.members.length - MOST_SHOWN
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
        {group.members.slice(0, MOST_SHOWN).map((id) => {
          const person = people.get(id)
          return person && <li key={id}>{<PersonName person={person} />}</li>
        })}
        {rest > 0 && <li>{texts.more(rest)}</li>}
        {group.members.length === 0 && <li>{texts.empty}</li>}
      </ul>
    </section>
  )
}
