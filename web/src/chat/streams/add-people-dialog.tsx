import { useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import type { KnownStream } from '../state/chat-state.ts'
import { PeopleChoice } from './people-choice.tsx'
import { useAddable } from './use-addable.ts'

export function AddPeopleDialog({
  stream,
  members,
  onClose,
}: {
  stream: KnownStream
  members: readonly number[]
  onClose: () => void
}) {
  const people = useAddable().filter((person) => !members.includes(person.user_id))
  const [chosen, setChosen] = useState<readonly number[]>([])
  const submit = useSubmit()
  async function add() {
    const done = await submit.run(() =>
      callChat('POST /users/me/subscriptions', {
        subscriptions: [{ name: stream.name }],
        principals: [...chosen],
      }),
    )
    if (!done) return
    showToast(t.streams.added(chosen.length))
    onClose()
  }
  return (
    <Dialog
      title={t.streams.addTo(stream.name)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.ui.cancel}</Button>
          <Button look="primary" disabled={chosen.length === 0} busy={submit.busy} onClick={() => void add()}>
            {t.ui.add}
          </Button>
        </>
      }
    >
      {people.length === 0 ? (
        <p>{t.streams.everybodyInside}</p>
      ) : (
        <PeopleChoice
          label={t.streams.add}
          people={people}
          chosen={chosen}
          error={submit.error === undefined ? undefined : messageOf(submit.error)}
          onChange={setChosen}
        />
      )}
    </Dialog>
  )
}
