import { p } from '../../texts/portal-texts.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'

/** The only time the secret is shown: the server never returns it again. */
export function WebhookSecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      title={p.webhooks.secretTitle}
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          {p.webhooks.secretKept}
        </Button>
      }
    >
      <p>{p.webhooks.secretText}</p>
      <TextField label={p.webhooks.secretLabel} readOnly value={secret} />
      <div>
        <CopyButton text={secret} />
      </div>
    </Dialog>
  )
}
