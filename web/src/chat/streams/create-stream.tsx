import { useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { openHash } from '../narrows/route.ts'
import { meetsPolicy } from '../people/meets-policy.ts'
import { useChat } from '../state/workspace.ts'
import styles from './create-stream.module.css'
import { PeopleChoice } from './people-choice.tsx'
import { type StreamDraft, StreamFields } from './stream-fields.tsx'
import { useAddable } from './use-addable.ts'

const empty: StreamDraft = {
  name: '',
  description: '',
  privacy: 'public',
  announcementOnly: false,
  retentionDays: null,
}

export function CreateStream() {
  const [draft, setDraft] = useState(empty)
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [announce, setAnnounce] = useState(true)
  const submit = useSubmit()
  const me = useChat((state) => state.me.userId)
  const mayAdd = useChat((state) => meetsPolicy(state, state.realm.invite_to_stream_policy))
  const isAnnounced = useChat((state) => state.realm.notifications_stream_id > 0)
  const wanted = draft.name.trim()
  const isTaken = useChat((state) =>
    [...state.streams.values()].some((stream) => stream.name.toLowerCase() === wanted.toLowerCase()),
  )
  const people = useAddable().filter((person) => person.user_id !== me)

  async function create() {
    // The server would subscribe to the one that is there.
    if (isTaken) return
    const done = await submit.run(async () => {
      await callChat('POST /users/me/subscriptions', {
        subscriptions: [{ name: wanted, description: draft.description }],
        invite_only: draft.privacy !== 'public',
        ...(draft.privacy !== 'public' && { history_public_to_subscribers: draft.privacy === 'history' }),
        is_announcement_only: draft.announcementOnly,
        ...(draft.retentionDays !== null && { message_retention_days: draft.retentionDays }),
        announce: isAnnounced && announce && draft.privacy === 'public',
        ...(chosen.length > 0 && { principals: [me, ...chosen] }),
      })
      const { stream_id: id } = await callChat('GET /get_stream_id', { stream: wanted })
      openHash(`#streams/${id}`)
    })
    if (done) showToast(t.streams.created(wanted))
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void create()
      }}
    >
      <h2>{t.streams.create}</h2>
      <StreamFields
        draft={draft}
        nameError={isTaken && wanted !== '' ? t.streams.exists(wanted) : undefined}
        onChange={(part) => setDraft({ ...draft, ...part })}
      />
      {isAnnounced && draft.privacy === 'public' && (
        <CheckField
          label={t.streams.announce}
          checked={announce}
          onChange={(event) => setAnnounce(event.target.checked)}
        />
      )}
      {mayAdd && (
        <PeopleChoice
          label={t.streams.addPeople}
          hint={t.streams.creatorHint}
          people={people}
          chosen={chosen}
          onChange={setChosen}
        />
      )}
      {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      <div className={styles.buttons}>
        <Button type="submit" look="primary" busy={submit.busy}>
          {t.streams.createButton}
        </Button>
        <Button onClick={() => openHash('#streams')}>{t.ui.cancel}</Button>
      </div>
    </form>
  )
}
