import { Bell, BellOff, MessageSquare } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { StatusLamp } from '../../shell/status-words.tsx'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import { requestCompose } from '../compose/compose-request.ts'
import { openedProfile } from '../message-content/opened-overlays.ts'
import { openHash, useNarrowHash } from '../narrows/route.ts'
import { PersonStatus } from '../people/person-status.tsx'
import { presenceNow } from '../people/presence-now.ts'
import type { Person } from '../state/chat-state.ts'
import { othersOf } from '../state/conversation.ts'
import { useChat } from '../state/workspace.ts'
import { PersonPhones } from './person-phones.tsx'
import styles from './profile-card.module.css'
import { ProfileFacts } from './profile-facts.tsx'

/** Rendered once in the app: shows the profile that was opened. */
export function OpenedProfile() {
  const userId = useSyncExternalStore(openedProfile.subscribe, openedProfile.get)
  const person = useChat((state) => (userId === undefined ? undefined : state.people.get(userId)))
  if (!person) return null
  return <ProfileCard person={person} onClose={() => openedProfile.set(undefined)} />
}

function ProfileCard({ person, onClose }: { person: Person; onClose: () => void }) {
  const presence = useChat((state) => presenceNow(state, person.user_id))
  return (
    <Dialog
      title={person.full_name}
      size="small"
      onClose={onClose}
      actions={<ProfileActions person={person} onClose={onClose} />}
    >
      <div className={styles.head}>
        <Avatar url={person.avatar_url} name={person.full_name} size="large" />
        <div className={styles.state}>
          {!person.is_active ? (
            <p>{t.messages.deactivated}</p>
          ) : (
            !person.is_bot && (
              <p>
                <StatusLamp lamp={presence} />
              </p>
            )
          )}
          <p>
            <PersonStatus userId={person.user_id} withText />
          </p>
        </div>
      </div>
      <ProfileFacts person={person} />
      <PersonPhones person={person} onCall={onClose} />
    </Dialog>
  )
}

function ProfileActions({ person, onClose }: { person: Person; onClose: () => void }) {
  const me = useChat((state) => state.me.userId)
  const isMuted = useChat((state) => state.mutedUsers.has(person.user_id))
  const hashOf = useNarrowHash()
  const write = () => {
    const conversation = { kind: 'direct', userIds: othersOf([person.user_id], me) } as const
    onClose()
    openHash(hashOf(conversation))
    requestCompose({ conversation })
  }
  async function toggleMute() {
    const call = isMuted ? 'DELETE' : 'POST'
    try {
      await callChat(`${call} /users/me/muted_users/{muted_user_id}`, { muted_user_id: person.user_id })
    } catch (error) {
      showToast(messageOf(error), 'danger')
    }
  }
  return (
    <>
      {person.user_id !== me && (
        <Button icon={isMuted ? <Bell /> : <BellOff />} onClick={() => void toggleMute()}>
          {isMuted ? t.messages.unmutePerson : t.messages.mutePerson}
        </Button>
      )}
      {person.is_active && (
        <Button look="primary" icon={<MessageSquare />} onClick={write}>
          {t.messages.writeTo}
        </Button>
      )}
    </>
  )
}
