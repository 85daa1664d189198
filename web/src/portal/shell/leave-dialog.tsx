import { answerLeaving, useIsLeaving } from '../../shell/address.ts'
import { p } from '../../texts/portal-texts.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

/** Asks before unsaved changes are lost. */
export function LeaveDialog() {
  const isLeaving = useIsLeaving()
  if (!isLeaving) return null
  return (
    <ConfirmDialog
      title={p.shell.form.leaveTitle}
      confirm={p.shell.form.leave}
      onConfirm={async () => answerLeaving(true)}
      onClose={() => answerLeaving(false)}
    >
      {p.shell.form.leaveText}
    </ConfirmDialog>
  )
}
