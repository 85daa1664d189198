import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Call } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { SoundPlayer } from '../sounds/sound-player.tsx'
import styles from './calls.module.css'

/** Plays the recording of a call, and deletes it. The server lists it only for people who may do both. */
export function CallRecording({ call, seconds }: { call: Call; seconds: number }) {
  const { client } = usePortal()
  const queries = useQueryClient()
  const [deleting, setDeleting] = useState(false)
  const caller = call.from.name || showNumber(call.from.number)
  // Also after a failure: somebody else may have deleted it.
  const remove = () =>
    client
      .call('DELETE /cdrs/{call_id}/recording', { call_id: call.id })
      .finally(() => queries.invalidateQueries({ queryKey: portalKeys.calls.all }))
  return (
    <div className={styles.recording}>
      <SoundPlayer
        path={`/cdrs/${encodeURIComponent(call.id)}/recording`}
        seconds={seconds}
        play={p.calls.play(caller)}
        label={p.calls.player(caller)}
      />
      <IconButton label={p.calls.remove(caller)} onClick={() => setDeleting(true)}>
        <Trash2 />
      </IconButton>
      {deleting && (
        <ConfirmDialog
          title={p.calls.removeTitle}
          confirm={t.ui.delete}
          onConfirm={remove}
          onClose={() => setDeleting(false)}
        >
          {p.calls.removeText(caller)}
        </ConfirmDialog>
      )}
    </div>
  )
}
