import type { FaxDestination } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { faultsOf } from '../../api/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { Card } from '../../ui/section-page.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import styles from './faxes.module.css'

type Open = { kind: 'edit' | 'delete'; destination: FaxDestination } | { kind: 'new' }

/** The company's fax numbers, and who gets incoming faxes by email. The owner changes them. */
export function FaxSettings() {
  const { client, mayManage } = usePortal()
  const [open, setOpen] = useState<Open>()
  const loaded = useQuery({
    queryKey: portalKeys.faxSettings,
    queryFn: async ({ signal }) => {
      const [numbers, destinations] = await Promise.all([
        client.call('GET /fax/numbers', {}, undefined, { signal }),
        client.call('GET /fax/destinations', {}, undefined, { signal }),
      ])
      return { numbers, destinations }
    },
  })
  const close = () => setOpen(undefined)
  async function remove({ id }: FaxDestination) {
    await client.call('DELETE /fax/destinations/{destination_id}', { destination_id: id })
    void loaded.refetch()
  }
  if (!loaded.data)
    return loaded.error === null ? (
      <LoadingState />
    ) : (
      <ErrorState error={loaded.error} onRetry={loaded.refetch} />
    )
  const { numbers, destinations } = loaded.data
  return (
    <>
      <Card title={p.faxes.numbers}>
        {numbers.length === 0 && <p className={styles.soft}>{p.faxes.noNumbers}</p>}
        <ul className={styles.list}>
          {numbers.map(({ number, is_default: isDefault }) => (
            <li key={number}>
              {showNumber(number)} {isDefault && <Badge>{p.faxes.default}</Badge>}
            </li>
          ))}
        </ul>
      </Card>
      <Card
        title={p.faxes.destinations}
        actions={
          mayManage && (
            <Button size="small" icon={<Plus />} onClick={() => setOpen({ kind: 'new' })}>
              {p.faxes.addDestination}
            </Button>
          )
        }
      >
        <p className={styles.soft}>
          {p.faxes.destinationsIntro} {!mayManage && p.faxes.onlyOwner}
        </p>
        {destinations.length === 0 && <p>{p.faxes.noDestinations}</p>}
        <ul className={styles.list}>
          {destinations.map((destination) => (
            <li key={destination.id}>
              <span className={styles.grow}>{destination.reprname}</span>
              {mayManage && (
                <>
                  <IconButton
                    label={p.faxes.editDestination(destination.reprname)}
                    onClick={() => setOpen({ kind: 'edit', destination })}
                  >
                    <Pencil />
                  </IconButton>
                  <IconButton
                    label={p.faxes.deleteDestination(destination.reprname)}
                    onClick={() => setOpen({ kind: 'delete', destination })}
                  >
                    <Trash2 />
                  </IconButton>
                </>
              )}
            </li>
          ))}
        </ul>
      </Card>
      {open?.kind === 'new' && <DestinationDialog onClose={close} onSaved={loaded.refetch} />}
      {open?.kind === 'edit' && (
        <DestinationDialog destination={open.destination} onClose={close} onSaved={loaded.refetch} />
      )}
      {open?.kind === 'delete' && (
        <ConfirmDialog
          title={p.faxes.deleteDestinationTitle}
          confirm={p.faxes.deleteDestinationTitle}
          onConfirm={() => remove(open.destination)}
          onClose={close}
        >
          {p.faxes.deleteDestinationText(open.destination.reprname)}
        </ConfirmDialog>
      )}
    </>
  )
}

interface DestinationDialogProps {
  /** undefined: a new one */
  destination?: FaxDestination
  onClose: () => void
  onSaved: () => void
}

function DestinationDialog({ destination, onClose, onSaved }: DestinationDialogProps) {
  const { client } = usePortal()
  const [text, setText] = useState(destination?.emails.join('\n') ?? '')
  const submit = useSubmit()
  const form = useId()
  const emails = text.split(/[\s,;]+/).filter((email) => email !== '')

  async function save(event: FormEvent) {
    event.preventDefault()
    const done = await submit.run(() =>
      destination
        ? client.call(
            'PUT /fax/destinations/{destination_id}',
            { destination_id: destination.id },
            { emails },
          )
        : client.call('POST /fax/destinations', {}, { emails }),
    )
    if (!done) return
    onSaved()
    onClose()
  }
  return (
    <Dialog
      title={destination ? p.faxes.editDestinationTitle : p.faxes.addDestination}
      size="small"
      onClose={onClose}
      actions={<FormActions form={form} submit={t.ui.save} busy={submit.busy} onCancel={onClose} />}
    >
      <form id={form} onSubmit={(event) => void save(event)}>
        <TextArea
          label={p.faxes.emails}
          hint={p.faxes.emailsHint}
          required
          rows={4}
          value={text}
          onChange={(event) => setText(event.target.value)}
          error={submit.error === undefined ? undefined : complaintOf(submit.error, emails)}
        />
      </form>
    </Dialog>
  )
}

/** The server names addresses by their index; the user knows them by their text. */
function complaintOf(error: unknown, emails: readonly string[]): string {
  const faults = faultsOf(error).map(({ pointer, detail }) => {
    const email = emails[Number(pointer.split('/')[2])]
    return email === undefined ? detail : p.faxes.emailFault(email, detail)
  })
  return faults.length > 0 ? faults.join(', ') : messageOf(error)
}
