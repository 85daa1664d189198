import { useQuery } from '@tanstack/react-query'
import { UserRoundPlus, X } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { faultsOf } from '../../api/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { DialField } from '../numbers/dial-field.tsx'
import { outsideOnly } from '../numbers/find-numbers.ts'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { openPortalPath } from '../shell/portal-path.ts'
import styles from './new-conversation-dialog.module.css'

interface NewConversationDialogProps {
  recipients?: readonly Recipient[]
  onClose: () => void
}

/** Chooses the sender number and the recipients. An existing conversation is opened instead. */
export function NewConversationDialog({ recipients: given = [], onClose }: NewConversationDialogProps) {
  const { client, role } = usePortal()
  const numbers = useQuery({
    queryKey: portalKeys.textingNumbers,
    queryFn: ({ signal }) => client.call('GET /texting/v2/numbers', {}, undefined, { signal }),
  })
  const [from, setFrom] = useState('')
  const [recipients, setRecipients] = useState(given)
  const [typed, setTyped] = useState('')
  const [name, setName] = useState('')
  const submit = useSubmit()
  const form = useId()
  const all = typed.trim() === '' ? recipients : [...recipients, { number: typed.trim(), name: typed.trim() }]

  async function start(event: FormEvent) {
    event.preventDefault()
    await submit.run(async () => {
      const { id } = await client.call(
        'POST /texting/v2/conversations',
        {},
        {
          from_number: from || numbers.data![0]!.number,
          recipients: all.map(({ number }) => ({ number })),
          ...(all.length > 1 && name.trim() && { name: name.trim() }),
        },
      )
      onClose()
      openPortalPath('texting', id)
    })
  }
  /** The server reports faults of recipients by their index. */
  const faults = faultsOf(submit.error)
  const recipientFault = faults
    .filter(({ pointer }) => pointer.startsWith('/recipients'))
    .map(({ pointer, detail }) =>
      [all[Number(pointer.split('/')[2])]?.name, detail].filter(Boolean).join(' '),
    )
    .join(', ')
  const hasNumbers = numbers.data !== undefined && numbers.data.length > 0
  return (
    <Dialog
      title={p.texting.newConversation}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.ui.cancel}</Button>
          {hasNumbers && (
            <Button type="submit" form={form} look="primary" busy={submit.busy} disabled={all.length === 0}>
              {p.texting.start}
            </Button>
          )}
        </>
      }
    >
      {numbers.isFetching && !numbers.data && <LoadingState />}
      {numbers.error !== null && <ErrorState error={numbers.error} onRetry={numbers.refetch} />}
      {numbers.data?.length === 0 && (
        <EmptyState title={p.texting.noNumbers}>
          {role === 'owner' ? p.texting.noNumbersOwnerHint : p.texting.noNumbersHint}
        </EmptyState>
      )}
      {hasNumbers && (
        <form id={form} className={styles.form} onSubmit={(event) => void start(event)}>
          <SelectField
            label={p.texting.fromNumber}
            value={from}
            onChange={(event) => setFrom(event.target.value)}
            error={faults.find(({ pointer }) => pointer === '/from_number')?.detail}
          >
            {numbers.data?.map(({ number }, index) => (
              <option key={number} value={index === 0 ? '' : number}>
                {showNumber(number)}
              </option>
            ))}
          </SelectField>
          <RecipientPicker
            recipients={recipients}
            onChange={setRecipients}
            typed={typed}
            onType={setTyped}
            error={recipientFault || undefined}
          />
          {all.length > 1 && (
            <TextField
              label={p.texting.groupName}
              hint={p.texting.groupNameHint}
              maxLength={200}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
          {submit.error !== undefined && faults.length === 0 && (
            <Notice look="danger">{messageOf(submit.error)}</Notice>
          )}
        </form>
      )}
    </Dialog>
  )
}

interface Recipient {
  number: string
  name: string
}

interface RecipientPickerProps {
  recipients: readonly Recipient[]
  onChange: (recipients: readonly Recipient[]) => void
  /** the text in the field that is not added yet */
  typed: string
  onType: (text: string) => void
  error: string | undefined
}

const sources = { people: outsideOnly, hasContacts: true } as const

/** Numbers and contacts, one after the other. */
function RecipientPicker({ recipients, onChange, typed, onType, error }: RecipientPickerProps) {
  function add(recipient: Recipient) {
    if (!recipients.some(({ number }) => number === recipient.number)) onChange([...recipients, recipient])
    onType('')
  }
  const addTyped = () => {
    const text = typed.trim()
    if (text !== '') add({ number: text, name: text })
  }
  return (
    <div className={styles.picker}>
      {recipients.length > 0 && (
        <ul className={styles.chosen} aria-label={p.texting.recipients}>
          {recipients.map((recipient) => (
            <li key={recipient.number}>
              {recipient.name}
              <IconButton
                label={p.texting.removeRecipient(recipient.name)}
                onClick={() => onChange(recipients.filter((one) => one !== recipient))}
              >
                <X />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.row}>
        <div className={styles.field}>
          <DialField
            label={p.texting.recipients}
            maxLength={40}
            hint={p.texting.recipientsHint}
            error={error}
            value={typed}
            sources={sources}
            onChange={onType}
            onChoose={add}
            onEnter={addTyped}
          />
        </div>
        <IconButton label={p.texting.addRecipient} className={styles.add} onClick={addTyped}>
          <UserRoundPlus />
        </IconButton>
      </div>
    </div>
  )
}
