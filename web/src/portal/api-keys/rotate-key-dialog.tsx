import { useState } from 'react'
import type { ApiKey, FreshApiKey } from '../../../../packages/client/src/generated/telephony-api.ts'
import { messageOf } from '../../api/api-failure.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { usePortal } from '../shell/portal-context.ts'

const DAY = 86_400
const overlaps = [0, 3600, DAY, 7 * DAY, 30 * DAY] as const

interface RotateKeyDialogProps {
  apiKey: ApiKey
  onClose: () => void
  onRotated: (key: FreshApiKey) => void
}

/** Replaces a key. The old one stays valid for a while, so that clients can switch. */
export function RotateKeyDialog({ apiKey, onClose, onRotated }: RotateKeyDialogProps) {
  const { client } = usePortal()
  const [overlap, setOverlap] = useState<number>(DAY)
  const submit = useSubmit()
  const rotate = () =>
    submit.run(async () =>
      onRotated(
        await client.call(
          'POST /api-keys/{key_id}/rotate',
          { key_id: apiKey.id },
          { overlap_seconds: overlap },
        ),
      ),
    )
  return (
    <Dialog
      title={p.keys.rotateTitle(apiKey.name)}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.ui.cancel}</Button>
          <Button look="primary" busy={submit.busy} onClick={() => void rotate()}>
            {p.keys.rotate}
          </Button>
        </>
      }
    >
      <p>{p.keys.rotateText}</p>
      <SelectField
        label={p.keys.overlap}
        value={overlap}
        onChange={(event) => setOverlap(Number(event.target.value))}
      >
        {overlaps.map((seconds) => (
          <option key={seconds} value={seconds}>
            {p.keys.overlaps[seconds]}
          </option>
        ))}
      </SelectField>
      {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
    </Dialog>
  )
}
