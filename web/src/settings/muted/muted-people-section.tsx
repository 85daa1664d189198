import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { ItemList, ListItem } from '../item-list.tsx'
import { SettingsSection } from '../settings-section.tsx'

export function MutedPeopleSection() {
  const muted = useChat((state) => [...state.mutedUsers].map((id) => state.people.get(id)))
  const people = muted.filter((person) => person !== undefined)
  const submit = useSubmit()
  const unmute = (id: number) =>
    void submit.run(() => callChat('DELETE /users/me/muted_users/{muted_user_id}', { muted_user_id: id }))
  return (
    <SettingsSection title={t.settings.muted.people} intro={t.settings.muted.peopleText}>
      {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      {people.length === 0 ? (
        <p>{t.settings.muted.noPeople}</p>
      ) : (
        <ItemList label={t.settings.muted.people}>
          {people.map((person) => (
            <ListItem
              key={person.user_id}
              icon={<Avatar url={person.avatar_url} name={person.full_name} size="small" />}
              title={person.full_name}
              detail={person.email}
              actions={
                <Button size="small" onClick={() => unmute(person.user_id)}>
                  {t.settings.muted.unmute}
                </Button>
              }
            />
          ))}
        </ItemList>
      )}
    </SettingsSection>
  )
}
