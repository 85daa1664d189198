import { Ellipsis, Pencil, UserCheck, UserX } from 'lucide-react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import type { Person } from '../../chat/state/chat-state.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { showToast } from '../../ui/toast.tsx'
import { LastSeen } from './last-seen.tsx'
import { PersonName } from './person-name.tsx'
import { RoleBadge } from './role-badge.tsx'
import { roleOf } from './roles.ts'

export function PersonRow({
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
